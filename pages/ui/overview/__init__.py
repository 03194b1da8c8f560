"""The parts of the Overview: the verdict, what carries it, where it lies."""
