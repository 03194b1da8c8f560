"""Tests of `bleu_core.systems`."""
