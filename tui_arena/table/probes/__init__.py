"""What is asked of players beside a game: who is asked when, what they answered, what bots believe."""
