"""Who sits on a seat: people, scripts, bots and models. A player keeps no memory."""
