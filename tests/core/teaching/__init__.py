"""Tests of `bleu_core.teaching`."""
