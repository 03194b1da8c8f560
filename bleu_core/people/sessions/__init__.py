"""Blind sessions: plans, tasks for annotators, answers, and their files.

- `plan`: the plan, which has the names of the systems
- `drawing`: draws a plan from a draft
- `task`: the task of an annotator, without names of systems
- `item_answers`: answers to items, checked, and unblinded by the plan
- `session_files`: files of tasks and answers
"""
