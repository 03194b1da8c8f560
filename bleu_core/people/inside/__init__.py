"""N-grams vs. error marks: what BLEU does not credit without an error, and the reverse."""
