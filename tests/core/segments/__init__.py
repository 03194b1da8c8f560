"""Tests of `bleu_core.segments`."""
