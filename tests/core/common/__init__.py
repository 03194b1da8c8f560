"""Tests of `bleu_core.common`."""
