"""A class on the screen Learn: the room's stage, its teacher and its students.

`desk` is the teacher's page, `strip` the students', `wall` the projector's.
"""
