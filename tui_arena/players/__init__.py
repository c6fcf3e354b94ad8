"""The players that sit on seats: people, scripts, bots and models. A player keeps no memory."""
