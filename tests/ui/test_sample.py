"""The sample: one EvalSet, whoever asks for it."""

from __future__ import annotations

from pages.ui import store
from pages.ui.sample import is_sample, load_sample


def test_the_sample_has_one_digest() -> None:
    before = load_sample().digest
    load_sample.cache_clear()
    assert load_sample().digest == before == store.evalset("").digest
    assert is_sample(load_sample())
