"""Where the points of a difference come from: the ledger, matching, n-grams, edits."""
