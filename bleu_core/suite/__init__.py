"""A suite: many test sets, each with systems, a baseline and gates, compared in one run.

- `definition`: a suite's file and its reader
- `inputs`: reads a test set's files, and finds the baseline
- `measuring`: measures one test set
- `processes`: measures test sets side by side, in child processes
- `running`: runs a suite and judges the results by its gates
- `results`: results as plain values, and as JSON
- `saved_runs`: results in the workspace
- `tables`: tables of a system on a test set
- `rendering`: reports of a run
"""
