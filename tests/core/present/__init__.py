"""Tests of `bleu_core.present`."""
