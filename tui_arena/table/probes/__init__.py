"""Probes: what players are asked in addition to the game, what they answer, and what bots believe."""
