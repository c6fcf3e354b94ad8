"""Figures derived from the sessions, so that stats read few rows; all of them can be rebuilt."""
