"""Team servers: each user, and each shared comparison, has a separate workspace.

- `login`: the login file, and which users are admitted
- `people`: users and their workspaces
- `shares`: comparisons shared by link
"""
