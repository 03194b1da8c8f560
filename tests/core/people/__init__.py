"""Tests of `bleu_core.people`."""
