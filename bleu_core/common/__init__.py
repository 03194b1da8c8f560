"""Helpers without domain knowledge.

- `arrays`: conversion between Arrow and numpy, sorting, releasing memory
- `call_later`: functions that higher packages register for lower ones
- `environment`: environment variables, and the workspace's folder
- `escaping`: escaping of text for terminals, spreadsheets, Markdown and LaTeX
- `file_patterns`: files that match a pattern
- `files`: files replaced at once
- `formatting`: formatting of numbers, p-values, nouns, lists and times for readers
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
- `trials`: defaults of the significance tests
- `version`: the version of this package
"""
