"""Importing session files into the save file, and exporting sessions from it."""
