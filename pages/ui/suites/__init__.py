"""The parts of the Suites screen.

- `saved_runs`: saved runs, and the controls
- `board`: test sets by systems; a cell opens its comparison
- `run_view`: headline of a run, failures, and details
"""
