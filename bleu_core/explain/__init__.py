"""The comparison of A and B, and the contributions to its difference.

- `comparison`: the comparison of two systems; edits of an output
- `setting_steps`: scores from one setting to another, one change at a time
- `ledger`: attribution of Δ to components, segments and n-grams
- `matching`: which n-grams of a segment are matched, clipped or unmatched
- `matching_many`: the same for many texts at once
- `match_results`: results of matching, such as the clipping table
- `changed_spans`: what a segment lost and gained: maximal spans with their points
- `changed_spans_many`: the same matches for many segments at once
- `excerpts`: windows of both outputs around the largest of these
- `ngrams`: n-gram evidence: phrases won, over-produced and missed
- `ngram_corpus`: the tokens of a comparison, and a walk over their n-grams
- `ngram_counting`: counts every n-gram of a comparison
- `ngram_families`: n-gram families with large contributions
- `family_members`: the n-grams of each family
- `family_keys`: what names a family of n-grams, and where it occurs
- `substitutes`: what the other output has where an n-gram is lost
- `frequency_bands`: words in outputs and references by how frequent they are
- `concordance`: where an n-gram occurs, with context
"""
