"""A party's set-up and scoreboard, and the history of parties."""
