"""A table for the room: everybody has their own phone, and the terminal is the stage. Without Textual."""
