"""Helpers without domain knowledge: formatting, escaping, arrays, statistics, parallel work."""
