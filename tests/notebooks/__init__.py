"""Notebooks as somebody writes them, stored without outputs, and the test that runs them."""
