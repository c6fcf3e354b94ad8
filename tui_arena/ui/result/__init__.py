"""The result of a session: outcome, figures, share text, and the review of its answers."""
