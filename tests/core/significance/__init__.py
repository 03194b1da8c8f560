"""Tests of `bleu_core.significance`."""
