"""What this machine serves to other programs over HTTP and web sockets."""

LOOPBACK = "127.0.0.1"
PORT = 8732
"""Where environments are served."""
CLIENTS = 64
"""Clients of environments at once."""
