"""Defaults of the significance tests; apart from these, so that `--help` needs no arrays."""

# The same everywhere, so that all screens have the same p for a difference.
TRIALS, SAMPLES, SEED = 10_000, 1_000, 12345
