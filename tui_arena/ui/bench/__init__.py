"""A bench in the app: its dialog, its table as it fills, and the thread that plays it."""
