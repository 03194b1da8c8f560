"""A team's server: each user, and each shared comparison, has its own workspace.

- `login`: the login file, and who is admitted
- `people`: users and their workspaces
- `shares`: comparisons shared by link
"""
