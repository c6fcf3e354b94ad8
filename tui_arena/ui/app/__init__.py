"""The app itself: start and end, moving between screens, keys, themes, help, crashes."""
