"""Knowledge about the entities of a deck: questions about them, in any wording, and their answers."""
