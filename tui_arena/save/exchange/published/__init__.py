"""Logs that other programs published, read as sessions: clembench's run folders."""
