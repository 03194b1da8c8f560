"""Files of people's marks: read to rows, laid onto a test set, written in three formats."""
