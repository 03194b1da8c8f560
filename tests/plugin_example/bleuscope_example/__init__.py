"""One plugin of each kind for BLEUscope.

- `metric`: F1 of words
- `tokenizer`: words and single marks
- `detector`: outputs in capitals
- `column`: digits in the source
- `reader`: lines of source, reference and output
"""
