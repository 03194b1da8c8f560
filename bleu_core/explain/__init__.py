"""The comparison of A and B, and explanations of its difference.

- `comparison`: the comparison of two systems; edits of an output
- `ledger`: attribution of Δ to components, segments and n-grams
- `matching`: which n-grams of a segment are matched, clipped or unmatched
- `match_results`: results of matching, such as the clipping table
- `ngrams`: n-gram evidence: phrases won, over-produced and missed
- `ngram_corpus`: tokens of a comparison, and iteration over their n-grams
- `ngram_counting`: counts of every n-gram of a comparison
- `ngram_families`: n-gram families with unusually large contributions
- `concordance`: occurrences of an n-gram in context
"""
