"""Suites: many test sets, each with systems, a baseline and gates, compared in one run.

- `definition`: suite files and their reader; `set_gates`: the gates in them
- `inputs`: reads a test set's files, and finds the baselines
- `measuring`: measures one test set
- `processes`: measures test sets in parallel, in child processes
- `running`: runs a suite and judges the results by its gates
- `results`: results as plain values, and as JSON
- `saved_runs`: results in the workspace
- `tables`: tables for one system on a test set
- `rendering`: reports of a run
"""
