"""Questions about finished sessions: probes for each round, a judge's questions asked again, and a coach."""
