"""A party: its set-up, its scoreboard, and the parties that there were."""
