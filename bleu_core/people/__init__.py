"""Annotations by people: error marks, blind sessions, agreement, metrics vs. people."""
