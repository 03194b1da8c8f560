"""The comparison of A and B, and the contributions to its difference.

- `comparison`: two systems on the same segments; edits of an output
- `ledger`: every point of Δ attributed to components, segments and n-grams
- `matching`: which n-grams of a segment get credit, and where
- `match_results`: results of matching, such as the clipping table
- `ngrams`: n-gram evidence: phrases won, over-produced and missed
- `ngram_corpus`: the tokens of a comparison, and a walk over their n-grams
- `ngram_counting`: counts every n-gram of a comparison
- `ngram_families`: n-gram families with large contributions
- `concordance`: where an n-gram occurs, with context
"""
