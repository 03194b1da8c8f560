"""The parts of the Data screen.

- `zone`: the drop zone, with the role of each column of the chosen files in `file_roles`
- `test_sets`: a test set of sacreBLEU, so that only outputs are chosen
- `reading`: fields for files, and how files are read, each once
- `opening`: pasted text, what is open, and opening what was read, or why it cannot be compared
- `health`: input warnings, which the Overview also shows
- `scores`: imported scores
- `marks`: imported error annotations
- `history`: run history of a test set
- `saved_lists`: saved comparisons and data sets
"""
