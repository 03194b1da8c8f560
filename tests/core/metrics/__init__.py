"""Tests of `bleu_core.metrics`."""
