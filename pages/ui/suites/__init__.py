"""Suites: sets by systems, Δ to the baseline, the history of each; a cell opens its comparison."""
