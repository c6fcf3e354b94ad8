"""Reports on saved sessions, as a self-contained HTML page or as Markdown, and training data."""
