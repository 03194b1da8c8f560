"""A class in a room: the teacher leads through the lessons, students answer anonymously.

`pages/door` lets people in, and `pages/ui/classroom` draws it.
"""
