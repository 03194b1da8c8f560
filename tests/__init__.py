"""What holds BLEUscope to its word, by what it takes: each folder says it in a sentence."""
