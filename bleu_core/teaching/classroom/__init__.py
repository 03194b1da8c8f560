"""A class in a room: the teacher leads through the lessons, students answer anonymously.

`pages/door/room.py` lets people in, and `pages/ui/classroom` draws it.

- `room`: the room's state, in memory only
- `access`: join URL, and tokens of browsers
- `answer_counts`: counts of answers, and their CSV file
"""
