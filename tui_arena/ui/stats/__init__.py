"""The stats screens: the table of figures, why a figure is what it is, and pictures."""
