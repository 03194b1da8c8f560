"""Tests of `bleu_core.text`."""
