"""Measures, each run by hand; no time is ever asserted."""
