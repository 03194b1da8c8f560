"""The test set and its texts: segments, settings, tokenizers, token ids, spans."""
