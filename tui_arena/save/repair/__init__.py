"""Damaged save files: found, set aside, recovered; and what keeps files well."""
