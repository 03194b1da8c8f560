"""Tests of `bleu_core.workspace`."""
