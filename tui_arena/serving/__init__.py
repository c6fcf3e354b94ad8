"""What this machine serves to other programs over HTTP and web sockets."""
