"""The screens of a data set that was counted by groups of rows, larger than memory.

`pages/main.py` opens them instead of those of a comparison, under the same titles and addresses.
"""
