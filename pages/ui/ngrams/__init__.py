"""The N-grams screen: the evidence, and the concordance of the open n-gram."""
