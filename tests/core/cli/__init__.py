"""Tests of `bleu_core.cli`."""
