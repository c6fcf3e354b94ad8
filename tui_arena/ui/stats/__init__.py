"""Figures of many sessions: stats, explanations of figures, plots, comparisons and rankings."""
