"""Files of error marks: read as rows, matched to a test set, written in three formats."""
