"""A team's server: each person, and each shared comparison, has a workspace of its own.

- `login`: the login file, and who is admitted
- `people`: people and their workspaces
- `shares`: comparisons shared by link
"""
