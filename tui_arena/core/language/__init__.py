"""English as the games need it: word forms, names, look-alike letters, sentences, fixed phrases."""
