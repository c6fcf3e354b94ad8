"""The rankings screen: leaderboards, skill ratings, and the agreement of two orders."""
