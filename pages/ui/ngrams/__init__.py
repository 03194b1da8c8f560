"""The parts of N-grams: the evidence, and the concordance of the chosen n-gram."""
