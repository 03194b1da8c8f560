"""The Judge screen: blind sessions, their results, and metrics vs. people."""
