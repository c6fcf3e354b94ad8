"""Figures of many sessions: stats, why a figure is what it is, plots, comparisons and rankings."""
