"""Tests of the app: real keys, real screens, a save file of their own."""
