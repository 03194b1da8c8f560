"""A team's server: logins, people, their workspaces, and comparisons shared by link.

Each person has a workspace of their own, a folder; so has each shared comparison. Whoever opens
one sees only that file.
"""
