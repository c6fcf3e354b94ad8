"""Screens that ask players about saved sessions: retrospective, audit, coach."""
