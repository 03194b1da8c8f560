"""Helpers without domain knowledge.

- `arrays`: between Arrow and numpy, sorting, memory given back
- `display`: functions that higher packages register for lower ones
- `environment`: environment variables, and the workspace's folder
- `escaping`: text that stays text in terminals, sheets, Markdown and LaTeX
- `formatting`: numbers, p-values, nouns, lists and times as people read them
- `ipc`: messages between a process and its children
- `lazy`: packages whose names are imported on first use
- `pair`: the labels of A and B
- `parallel`: work on blocks in threads
- `processes`: child processes with limits
- `progress`: the type of a progress callback
- `rounding`: comparisons that ignore rounding errors
- `scripts`: the script of a text
- `stats`: sign test, Student's t, intervals, corrections for many tests
- `theme`: colours, from theme.css
- `version`: the version of this package
"""
