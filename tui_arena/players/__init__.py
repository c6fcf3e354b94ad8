"""The players on seats: people, scripts, bots and models. A player keeps no memory between asks."""
