"""The duel screen: two players on the same secret, side by side."""
