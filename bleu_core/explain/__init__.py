"""The comparison of A and B, and the contributions to its difference.

- `comparison`: the comparison of two systems; edits of an output
- `setting_steps`: scores from one setting to another, one change at a time
- `ledger`: attribution of Δ to components, segments and n-grams
- `credit`: which n-gram occurrences are credited, and which of them are lost
- `matching`: the n-grams of one segment: matched, clipped or unmatched
- `changed_spans`: what a segment lost and gained: maximal spans with their points
- `excerpts`: windows of both outputs around the largest of these
- `ngrams`: n-gram evidence: phrases won, over-produced and missed
- `ngram_corpus`: the tokens of a comparison, and a walk over their n-grams
- `ngram_counting`: counts every n-gram of a comparison
- `ngram_families`: n-gram families with large contributions
- `family_members`: the n-grams of each family
- `substitutes`: what the other output has where an n-gram is lost
- `concordance`: where an n-gram occurs, with context
"""
