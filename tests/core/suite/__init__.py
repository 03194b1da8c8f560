"""Of suites: many test sets in one run."""
