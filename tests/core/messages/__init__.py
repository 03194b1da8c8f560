"""Tests of `bleu_core.messages`."""
