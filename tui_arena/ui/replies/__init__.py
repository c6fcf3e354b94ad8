"""The screen of single replies, of saved sessions or of a model's test."""
