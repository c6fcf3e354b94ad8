"""Serves other programs over HTTP and web sockets."""

LOOPBACK = "127.0.0.1"
PORT = 8732
"""The port at which environments are served."""
CLIENTS = 64
"""The maximum number of clients of environments at once."""
