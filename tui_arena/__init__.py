"""TUI Arena: games of words and deduction for people, language models and bots."""

__version__ = "0.1.0"
