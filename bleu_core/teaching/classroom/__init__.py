"""A class in a room: the teacher leads through the lessons, students answer without a name.

`pages/door/room.py` admits people, and `pages/ui/classroom` draws the screens.

- `room`: the room's state, in memory only; its tokens
- `answer_counts`: counts of answers, and their CSV file
"""
