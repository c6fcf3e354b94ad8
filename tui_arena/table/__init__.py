"""One session in play, for any front end: it loads no Textual, no Rich and no model library."""
