"""The app itself: start and end, moving between screens, keys, settings, themes, help, crashes."""
