"""The parts of Data: inputs and settings, health, what is kept, and the runs on a test set."""
