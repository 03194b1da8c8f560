"""The screens of a data set larger than memory.

`pages/main.py` opens them instead of those of a comparison, under the same titles and addresses.

- `overview`, `segments`, `ngrams`, `slices`: these screens
- `systems`, `judge`: what a data set offers instead
"""
