"""Headless runs: many sessions of one game, with players who need no keyboard.

Sessions of bots and scripts are saved in one commit when they are over. If a model takes part, every reply is
saved as it arrives.

Law: a run of bots gives the same sessions (set-up, seats, replies, outcome, metrics) on every machine and at
every concurrency. A stopped run loses nothing and can be continued later.
"""
