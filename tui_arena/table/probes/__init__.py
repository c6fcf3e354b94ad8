"""Probes: what players are asked in addition to the game, what they answered, and what bots believe."""
