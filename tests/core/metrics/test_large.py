"""A huge test set is counted in blocks."""

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.metrics import bleu, statistics


@pytest.mark.parametrize("block", [1, 7, 1_000])
@pytest.mark.parametrize("rule", ["closest", "average"])
def test_blocks_of_any_size_give_the_same_statistics(monkeypatch, block, rule) -> None:
    lines = [f"a cat {i % 7} sat on {i % 5} mats" for i in range(60)]
    other = [line.replace("cat", "dog") if i % 3 else line for i, line in enumerate(lines)]
    second = [None if i % 4 else "the cat sat" for i in range(60)]
    evalset = EvalSet({"A": lines, "B": other}, [lines[::-1], second])
    config = BleuConfig(reference_length=rule)
    whole = Comparison.of(evalset, config)
    monkeypatch.setattr(bleu, "HUGE", 59)
    monkeypatch.setattr(statistics, "BLOCK", block)
    evalset.encodings.clear()
    parts = Comparison.of(evalset, config)
    assert not evalset.encodings
    for one, two in ((whole.stats_a, parts.stats_a), (whole.stats_b, parts.stats_b)):
        assert (one.matrix == two.matrix).all()
        assert one.matrix.dtype == two.matrix.dtype
        assert one.num_refs == two.num_refs
