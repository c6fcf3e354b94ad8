"""Players asked afterwards what they took for likely at each round of saved sessions."""
