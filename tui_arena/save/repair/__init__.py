"""Finding, setting aside and recovering damaged save files, and regular checks and backups."""
