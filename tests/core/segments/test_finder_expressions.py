"""Each expression that the finder writes, read again, chooses exactly the rows that it has."""

from collections.abc import Callable

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.expressions import mask, parse, written
from bleu_core.segments.expressions.evaluation import is_symmetric
from bleu_core.segments.finder import find_slices
from bleu_core.segments.finder.conditions import SearchSplit, conditions_of, word_conditions
from tests.benchmarks import finder_data

SIZE = 400
# What has to be quoted, is told apart by case, is read in pieces, or is no text at all.
ODD = ['"', "\\", "\\d", "don't", "`", "/x/", "The", "the", "I", "İ", "ß", "&quot;", "{0}", "3.5"]
ODD += ["高い", "東京", "e\u0301", "é", "-", "…", "%s", "and", "not", "a\u00a0b", "(", ")"]


def of_odd_words(config: BleuConfig, with_source: bool = True) -> SegmentTable:
    """B loses where odd words stand; documents and metadata have odd names."""
    rng = np.random.default_rng(8)
    texts: dict[str, list[str]] = {"A": [], "B": []}
    references: list[list[str | None]] = [[], []]
    for i in range(SIZE):
        words = [f"word{n}" for n in rng.integers(9, size=rng.integers(6, 14))]
        odd = rng.choice(ODD, 3)
        said = " ".join([*words[:3], *odd, *words[3:]])
        hurt = i % 3 == 0 or '"' in odd or "The" in odd
        references[0].append(said)
        references[1].append(None if i % 2 else said + " !")
        texts["A"].append(said if rng.random() < 0.7 else said.replace("word1", "other"))
        texts["B"].append(" ".join(words) if hurt else said.replace("word2", "other"))
    names = ['say "hi"', "back\\slash", "tab\there", "`quoted`", "Ünï", "two\nlines", " blank "]
    metadata = {
        "my kind": [names[n] for n in rng.integers(len(names), size=SIZE)],
        "and": [str(n) for n in rng.integers(3, size=SIZE)],
        "points": [f"{n}.50" for n in rng.integers(3, size=SIZE)],
        "odd`name": ["x" if n else "" for n in rng.integers(2, size=SIZE)],
    }
    documents = [names[n] for n in rng.integers(len(names), size=SIZE)]
    source = references[0] if with_source else None
    data = EvalSet(texts, references, source, documents, metadata)
    return table_of(Comparison.of(data, config))


TABLES: dict[str, Callable[[], SegmentTable]] = {
    **{
        f"{tokenizer}, lowercase {low}": lambda tokenizer=tokenizer, low=low: of_odd_words(
            BleuConfig(tokenize=tokenizer, lowercase=low)
        )
        for tokenizer in ("13a", "char", "zh", "intl", "none")
        for low in (False, True)
    },
    "no source": lambda: of_odd_words(BleuConfig(), with_source=False),
    "documents": lambda: table_of(finder_data.made(SIZE, 40, seed=3)),
}
USUAL = ("13a, lowercase False", "zh, lowercase True", "no source")


@pytest.mark.parametrize(
    "name",
    [name if name in USUAL else pytest.param(name, marks=pytest.mark.slow) for name in TABLES],
)
def test_each_slice_and_each_condition_is_what_its_expression_says(name: str) -> None:
    table = TABLES[name]()
    found = find_slices(table, min_segments=10)
    points = table.comparison.ledger.segments
    assert found.slices
    assert found.described
    for one in [*found.slices, *found.described]:
        node = parse(one.expression)
        rows = mask(node, table).nonzero()[0]
        assert rows.tolist() == one.rows.tolist()
        assert one.exchangeable == is_symmetric(node, table)
        assert one.share == len(rows) / SIZE
        assert one.excess_points == pytest.approx(one.points - one.share * points.sum())
        moved = np.maximum(np.sign(one.excess_points) * points, 0)
        assert one.share_of_change == pytest.approx(moved[rows].sum() / moved.sum())
        for other in one.variants:
            mask(parse(other), table)
    assert all(one.exchangeable for one in found.slices)
    halves = SearchSplit(np.arange(SIZE) % 2 == 0, 4, 4)
    beyond = np.where(halves.searched, table.comparison.ledger.segments, 0)
    words = list(word_conditions(table, halves, beyond, 60))
    assert words
    for one in [*conditions_of(table, halves), *words]:
        node = parse(written(one.node))
        assert (mask(node, table) == one.mask).all(), written(one.node)
        assert is_symmetric(node, table) or not one.exchangeable, written(one.node)
