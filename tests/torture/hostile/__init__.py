"""A hostile model server, and the program on three fronts against it."""
