"""A table for the room: everybody on their own phone, while the terminal is the stage. Knows no Textual."""
