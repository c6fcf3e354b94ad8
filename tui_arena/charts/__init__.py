"""Pictures of figures: what is drawn, how it is built from the save file, and how it becomes text or SVG."""
