"""A report of what was played: one HTML page or one Markdown text that needs nothing else."""
