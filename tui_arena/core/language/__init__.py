"""English as the games need it: word forms, names, confusables, sentences, fixed phrases."""
