"""A team's server: who is logged in, whose comparisons are whose, and what is shared by link.

Each person has a workspace of their own, a folder; so has each comparison that is shared. Whoever
opens one sees what is in that file and nothing else.

`login_file.py` reads who may log in where, `server_login.py` has that of this server, and
`admission.py` says whether somebody (`person.py`) is let in. `people.py` knows who was here by
which name, `shares.py` what is shared with whom, both in one file (`server_file.py`); `spaces.py`
says where each workspace is.

Stands on the workspace; screens stand on it.
"""
