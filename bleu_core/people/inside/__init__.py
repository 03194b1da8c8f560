"""Inside the score: what BLEU does not credit and nobody minds, and the other way round."""
