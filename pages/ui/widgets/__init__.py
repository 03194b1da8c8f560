"""Widgets for several screens; from `pages.ui` they import only `state`.

- `components`: a browser component: script, style sheet and HTML; messages to Python
- `table`: tables whose cells are more than plain text
- `figure`: a figure with help and data
- `alert`: alerts that may quote user input
- `download`: the button of a download
- `rich_text`: sentences with styled words, and glossary tips
- `controls`: controls that follow the view, and reruns
- `progress_bars`: progress with a Stop button
- `roving.js`: arrow keys within a group; `newest_only.js`: no older data after newer
"""
