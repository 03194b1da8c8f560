"""Checks for plugins: the built-in parts pass them, and broken ones do not."""
