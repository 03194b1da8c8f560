"""A class in a room: the teacher leads through the lessons, everybody answers, nobody is named.

Stands on teaching; pages/door lets people in, and pages/ui/classroom shows it.
"""
