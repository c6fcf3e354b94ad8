"""Reading: from the English of a yes-or-no question to its meaning."""
