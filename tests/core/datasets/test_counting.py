"""A data set has the texts and statistics of the same texts in memory, however it is grouped."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, counting, data_set, fragments
from bleu_core.text.config import LENGTH_RULES
from bleu_core.text.tokenizers import CLOSED_FORMS
from tests.core.datasets.parquet_sets import assert_equal, comparison, opened, write
from tests.core.nasty_texts import corpora, files, sentences
from tests.effort import examples

CONFIGS = st.builds(
    BleuConfig,
    tokenize=st.sampled_from([*CLOSED_FORMS, "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.integers(1, 5),
    reference_length=st.sampled_from(LENGTH_RULES),
    smooth_method=st.sampled_from(["exp", "none", "floor", "add-k"]),
)
WORDS = ["the", "a", "cat", "sat", "on", "."]
ROWS = 2_100


def lines(rows: int) -> dict[str, list[str]]:
    chance = np.random.default_rng(0)
    return {
        name: [" ".join(chance.choice(WORDS, chance.integers(0, 9))) for _ in range(rows)]
        for name in ("old", "new", "ref")
    }


def same(texts: dict[str, list[str]], config: BleuConfig = BleuConfig()) -> Comparison:
    return comparison(texts["old"], texts["new"], [texts["ref"]], config)


@settings(max_examples=examples(60))
@given(corpora(files), st.data(), CONFIGS, CONFIGS, st.integers(1, 3), st.integers(1, 4))
def test_any_texts_and_settings(corpus, data, config, later, number, group) -> None:
    old, references = corpus
    new = [data.draw(st.one_of(st.just(line), sentences, files)) for line in old]
    # In a table a cell without text is no reference, where there are several columns of them.
    if len(references) > 1:
        references = [[line or None for line in stream] for stream in references]
        keep = [any(cells) for cells in zip(*references, strict=True)]
    else:
        keep = [cell is not None for cell in references[0]]
    streams = [[x for x, k in zip(s, keep, strict=True) if k] for s in (old, new, *references)]
    if not streams[0]:
        return
    old, new, *references = streams
    names = [f"ref{i}" for i in range(len(references))]
    table = {"old": old, "new": new, **dict(zip(names, references, strict=True))}
    arrays = {name: pa.array(texts, pa.string()) for name, texts in table.items()}
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "set", arrays, number, group)
        found = opened(path, Path(folder) / "kept", Columns("old", "new", tuple(names)), config)
        assert_equal(found, comparison(old, new, references, config))
        # Other settings are counted from the texts that were written.
        assert_equal(found, comparison(old, new, references, later))


@pytest.mark.parametrize("group", [1, 7, 1_000, ROWS])
def test_any_size_of_groups_and_batches(tmp_path, monkeypatch, group: int) -> None:
    rows = 60 if group == 1 else ROWS
    texts = lines(rows)
    metadata = {"n": [i % 11 for i in range(rows)], "kind": ["x", None, "y"] * (rows // 3)}
    others = {"doc": [f"d{i // 13}" for i in range(rows)], "src": ["s", None] * (rows // 2)}
    for module in (counting, data_set):
        monkeypatch.setattr(module, "BATCH", 5 * group)
    monkeypatch.setattr(fragments, "READ", group)
    columns = Columns("old", "new", ("ref",), "doc", "src")
    path = write(tmp_path / "set", texts | others | metadata, 2, group)
    found = opened(path, tmp_path / "kept", columns)
    written = {"n": [str(number) for number in metadata["n"]], "kind": metadata["kind"]}
    evalset = EvalSet(
        {"old": texts["old"], "new": texts["new"]}, [texts["ref"]], others["src"], others["doc"],
        written,
    )  # fmt: skip
    assert_equal(found, Comparison.of(evalset))
    assert_equal(found, Comparison.of(evalset, BleuConfig(lowercase=True)))


def test_a_cell_without_text_among_several_references_is_none_wherever_it_is_read(
    tmp_path: Path,
) -> None:
    table = {"old": ["a b"] * 3, "new": ["a"] * 3, "ref": ["", "a", "b"], "more": ["a", "", None]}
    columns = Columns("old", "new", ("ref", "more"))
    found = opened(write(tmp_path / "set", table, 1, 2), tmp_path / "kept", columns)
    references = [[None, "a", "b"], ["a", None, None]]
    assert [stream.to_pylist() for stream in found.references] == references
    assert found.num_refs == 1
    assert_equal(found, comparison(["a b"] * 3, ["a"] * 3, references))
