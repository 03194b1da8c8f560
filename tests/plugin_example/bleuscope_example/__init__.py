"""One plugin of each kind for BLEUscope.

- `metric`: F1 of words
- `tokenizer`: words and single marks
"""
