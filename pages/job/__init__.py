"""The screens of a job: a data set that was counted by groups of rows, larger than memory.

`pages/main.py` has them in the places of a comparison's, under the same titles and addresses.
"""
