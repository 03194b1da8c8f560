"""Suites: many test sets, each with systems, a baseline and gates, compared in one run.

- `definition`: suite files and their reader
- `inputs`: reads a test set's files, and finds the baselines
- `measuring`: measures one test set
- `running`: runs a suite in child processes, judges the results by its gates, and saves them
- `results`: results as plain values, and as JSON
- `rendering`: reports of a run
"""
