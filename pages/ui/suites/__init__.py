"""The parts of the Suites screen around the view of a run, which the viewer draws.

- `saved_runs`: saved runs, and the controls
- `run_history`: a comparison over the runs of its suite
- `first_run`: what is there before a run is saved, and the sample suite
"""
