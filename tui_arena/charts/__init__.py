"""Charts: plain values to draw, builders that make them from the save file, and output as text or SVG."""
