"""The parts of Slices: parts of the test set, and whether the verdict holds."""
