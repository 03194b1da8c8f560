"""Tests of data sets larger than memory, and `parquet_sets`, which makes small ones."""
