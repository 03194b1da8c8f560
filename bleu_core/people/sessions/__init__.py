"""Blind sessions: plans and how they are drawn, tasks for annotators, answers, and their files.

The planner has the `SessionPlan`, annotators the `BlindTask` made from it, in which no system has
a name; `unblind` puts answers and names together again.
"""
