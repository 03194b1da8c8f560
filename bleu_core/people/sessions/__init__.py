"""Blind sessions: plans and how they are drawn, tasks for annotators, answers, and their files.

Who plans has the `Plan`, who judges the `Task` that is made from it, in which no system has a
name; `judged` puts answers and names together again.
"""
