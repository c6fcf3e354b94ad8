"""Figures kept beside the sessions, so that stats read few rows; all can be rebuilt."""
