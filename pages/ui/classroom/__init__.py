"""The room of a class on the screen Learn: the teacher's desk, the student's strip, the wall.

Learn stands on it; it imports widgets and what stands at the root, and no screen.
"""
