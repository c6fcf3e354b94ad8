"""Figures derived from the sessions, so that stats read few rows; all figures can be rebuilt."""
