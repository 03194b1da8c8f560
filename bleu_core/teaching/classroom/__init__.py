"""A class in a room: the teacher leads through the lessons, students answer anonymously.

`pages/door/room.py` admits people, and `pages/ui/classroom` draws the screens.

- `room`: the room's state, in memory only
- `access`: join URL, and tokens of browsers
- `answer_counts`: counts of answers, and their CSV file
"""
