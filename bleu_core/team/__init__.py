"""A team's server: who is logged in, whose comparisons are whose, and what is shared by link.

Each person has a workspace of their own, a folder; so has each comparison that is shared. Whoever
opens one sees what is in that file and nothing else.

Stands on the workspace; screens stand on it.
"""
