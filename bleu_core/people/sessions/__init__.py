"""Blind sessions: what is planned and drawn, what annotators are given and answer, in files too.

Who plans has the `Plan`, who judges the `Task` that is made from it, in which no system has a
name; `judged` puts answers and names together again.
"""
