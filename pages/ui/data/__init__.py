"""The parts of Data: input and settings, input warnings, saved comparisons, runs.

The Overview shows the warning of `health`, too.
"""
