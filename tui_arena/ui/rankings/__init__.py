"""The rankings screen: leaderboards, skill ratings, and how far two orders agree."""
