"""The parts of the Data screen.

- `uploads`: fields for files; what became of files that were chosen
- `zone`: the drop zone, with the role of each column of the chosen files in `file_roles`
- `test_sets`: a test set of sacreBLEU, so that only outputs are chosen
- `reading`: how files are read, each once
- `opening`: opens what was read, or says why it cannot be compared
- `inputs`: pasted text, and the comparison that is open
- `health`: input warnings, which the Overview also shows
- `scores`: imported scores
- `marks`: imported error annotations
- `history`: run history of a test set
- `saved_lists`: saved comparisons and data sets
"""
