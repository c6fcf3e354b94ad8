"""Tests of the app, with real keys, real screens and a separate save file."""
