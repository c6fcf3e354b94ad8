"""The pictures of README, drawn from the app itself: `python -m tests.pictures`."""
