"""The app itself: start and end, the way from screen to screen, keys, themes, help, crashes."""
