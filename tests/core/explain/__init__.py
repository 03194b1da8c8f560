"""Tests of `bleu_core.explain`."""
