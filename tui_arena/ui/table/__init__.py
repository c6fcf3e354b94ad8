"""The table screen: one session in play."""
