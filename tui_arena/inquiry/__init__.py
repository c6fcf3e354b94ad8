"""Asking about finished sessions: probes for each round, a judge's questions again, and a coach."""
