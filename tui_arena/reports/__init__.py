"""Reports on saved sessions, as a self-contained HTML page or Markdown text, and training data."""
