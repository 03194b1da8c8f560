"""A suite: many test sets, each with systems, a baseline and gates, compared in one run.

`definition` is the content of a suite's file. Each set is measured in its own process
(`processes`, `worker`); `running` joins and judges the results, `rendering` writes them.
"""
