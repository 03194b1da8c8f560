"""The parts of the Overview."""
