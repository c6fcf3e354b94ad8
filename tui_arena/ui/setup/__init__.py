"""The set-up of a game: seats, players, options, personas."""
