"""Logs that other programs published, read as sessions: clembench's run folders and EDA's text logs."""
