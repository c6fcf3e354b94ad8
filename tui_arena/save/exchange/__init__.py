"""Session files in and out of the save file."""
