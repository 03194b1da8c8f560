"""The parts of the Judge screen.

- `sessions`: the list of blind sessions, and the form for a new one
- `session_details`: one session, its files, and unblinding
- `blind`: judging, item by item
- `results`: results of an unblinded session
- `people`: metrics vs. people, measured in the background
"""
