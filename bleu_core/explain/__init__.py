"""Where the points of a difference come from: ledger, matching, n-grams, edits."""
