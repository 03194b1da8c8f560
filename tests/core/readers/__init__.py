"""Tests of `bleu_core.readers`."""
