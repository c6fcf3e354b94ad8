"""Connections, also played as Contact."""
