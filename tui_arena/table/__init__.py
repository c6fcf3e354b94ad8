"""One session in play, for any front end. This package loads no Textual, no Rich and no model library."""
