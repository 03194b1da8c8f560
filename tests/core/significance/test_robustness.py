"""The grid of settings: every cell as if compared anew, and what is said of them."""

import re
from dataclasses import replace

import numpy as np
import pytest

from bleu_core import (
    BleuConfig,
    Comparison,
    EvalSet,
    SegmentStatistics,
    corpus_bleu,
    segment_statistics,
)
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap, run_tests
from bleu_core.significance.robustness import robustness_grid, robustness_settings
from bleu_core.significance.robustness_results import RobustnessCell, summarize_robustness
from tests.core.sample import DIRECT as A
from tests.core.sample import PIVOT as B
from tests.core.sample import REFERENCES

PRESENT = BleuConfig()
References = list[list[str | None]]
# The second translator has left out every third segment.
HOLES: References = [
    REFERENCES[0],
    [None if i % 3 == 0 else line for i, line in enumerate(REFERENCES[1])],
]


def compare(
    a: list[str], b: list[str], references: References, config: BleuConfig = PRESENT
) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, references), config)


@pytest.fixture(scope="module")
def sample() -> list[RobustnessCell]:
    return list(robustness_grid(compare(A, B, HOLES), trials=30, samples=30))


def test_the_present_setting_comes_first_and_then_those_nearest_to_it() -> None:
    config = BleuConfig("intl", lowercase=True, smooth_method="floor", smooth_value=0.3)
    found = robustness_settings(compare(A[:5], B[:5], [r[:5] for r in REFERENCES], config))
    assert len(found) == len(set(found)) == 4 * 2 * 4 * 3
    assert found[0] == (config, None, None)
    smoothings = [("floor", 0.3), ("exp", None), ("add-k", None), ("none", None)]
    assert [(s.config.smooth_method, s.config.smooth_value) for s in found[:4]] == smoothings
    distances = [
        (s.config.tokenize != "intl") + (not s.config.lowercase) + (s.reference is not None)
        for s in found
    ]
    assert distances == sorted(distances)
    assert {s.config.tokenize for s in found} == {"13a", "intl", "char", "none"}
    assert {s.reference for s in found} == {None, 1, 2}


def test_references_that_are_there_stand_alone_and_chinese_is_tried_with_its_tokenizer() -> None:
    def tried(*streams: list[str | None]) -> tuple[set[int | None], bool]:
        found = robustness_settings(compare(streams[0], streams[0], [*streams]))
        return {s.reference for s in found}, "zh" in {s.config.tokenize for s in found}

    assert tried(["x"]) == tried(["x"], [None]) == ({None}, False)
    assert tried(["x"], ["y"]) == ({None, 1, 2}, False)
    assert tried(["x"], [None], ["y"]) == ({None, 1, 3}, False)
    assert tried(["你好。", "cat"]) == ({None}, True)
    assert tried(["a quoted 好"] + ["cat"] * 10) == ({None}, False)


def test_a_cell_is_scored_as_anew_and_what_it_lacks_is_told(sample: list[RobustnessCell]) -> None:
    assert sum(len(cell.smoothings) for cell in sample) == 96
    for cell in sample[::3]:  # of each setting some
        rows, streams = scored(cell.reference)
        a, b = (corpus_bleu([system[i] for i in rows], streams, cell.config) for system in (A, B))
        assert (cell.score_a, cell.score_b) == (a.score, b.score)
        assert cell.delta == b.score - a.score
        assert (cell.segments, cell.left_out) == (len(rows), len(A) - len(rows))
        assert cell.left_out == (84 if cell.reference == 2 else 0)
    sentences = summarize_robustness(sample)
    assert "96" in sentences[0]
    assert re.findall(r"\d+", sentences[-1]) == ["2", "84", "168"]


def scored(reference: int | None) -> tuple[list[int], References]:
    """The segments that have a reference, or any, and their references."""
    chosen = HOLES if reference is None else [HOLES[reference - 1]]
    rows = [i for i in range(len(A)) if reference is None or chosen[0][i] is not None]
    return rows, [[stream[i] for i in rows] for stream in chosen]


@pytest.mark.parametrize("reference", [None, 2])
def test_a_cell_is_resampled_as_anew(sample: list[RobustnessCell], reference: int | None) -> None:
    # All smoothings of one count, so also those whose results are shared.
    tested = [
        cell
        for cell in sample
        if cell.reference == reference and cell.config.tokenize == "none" and cell.config.lowercase
    ]
    methods = [method for cell in tested for method in cell.smoothings]
    assert sorted(methods) == ["add-k", "exp", "floor", "none"]
    rows, streams = scored(reference)
    before = paired_bootstrap(*pair_of(A, B, HOLES, PRESENT), 30).deltas
    for cell in tested:
        for method in cell.smoothings:
            config = replace(cell.config, smooth_method=method)
            a, b = pair_of(*([s[i] for i in rows] for s in (A, B)), streams, config)
            # What is missing counts nothing, whether it is drawn or not.
            a, b = (whole_length(stats, rows) for stats in (a, b))
            interval = paired_bootstrap(a, b, 30)
            assert (cell.ci_low, cell.ci_high) == (interval.ci_low, interval.ci_high)
            assert cell.p == paired_approximate_randomization(a, b, 30).p_value
            assert cell.move == pytest.approx(cell.delta - sample[0].delta)
            moves = sorted((interval.deltas - before).tolist())
            assert moves[0] <= cell.move_low <= moves[1]  # 2.5% of 30
            assert moves[-2] <= cell.move_high <= moves[-1]


def pair_of(
    a: list[str], b: list[str], references: References, config: BleuConfig
) -> tuple[SegmentStatistics, SegmentStatistics]:
    return segment_statistics(a, references, config), segment_statistics(b, references, config)


def whole_length(stats: SegmentStatistics, rows: list[int]) -> SegmentStatistics:
    """With a row of zeros for each of the segments that were left out."""
    matrix = np.zeros((len(A), stats.matrix.shape[1]), int)
    matrix[rows] = stats.matrix
    return replace(stats, matrix=matrix)


@pytest.mark.parametrize("method", ["exp", "add-k"])
@pytest.mark.parametrize("unit", ["segment", "document"])
def test_the_present_setting_has_the_numbers_of_the_verdict(unit: str, method: str) -> None:
    documents = [f"document {i // 9}" for i in range(len(A))] if unit == "document" else None
    data = EvalSet({"a": A, "b": B}, HOLES, documents=documents)
    comparison = Comparison.of(data, BleuConfig(smooth_method=method))
    first, verdict = next(robustness_grid(comparison)), run_tests(comparison)
    assert (first.config, first.reference) == (comparison.config, None)
    assert first.unit == verdict.unit == unit
    assert first.p == verdict.randomization.p_value
    interval = verdict.bootstrap.ci_low, verdict.bootstrap.ci_high
    assert (first.ci_low, first.ci_high) == interval
    assert (first.move, first.move_low, first.move_high) == (0, 0, 0)


def cell(
    score_b: float,
    p: float | None = 0.001,
    reference: int | None = None,
    moved: tuple[float, float] | None = None,
    smoothings: tuple[str, ...] = ("exp", "floor", "none"),
    **changes: object,
) -> RobustnessCell:
    """A cell of `robustness_grid` whose A has 20 BLEU, where B has 19 now."""
    config = replace(PRESENT, **changes)  # type: ignore[arg-type]
    move = score_b - 19
    low, high = moved or (move - 0.5, move + 0.5)
    limits = (score_b - 21, score_b - 19)
    return RobustnessCell(
        config, reference, smoothings, 100, 0, 20.0, score_b, *limits, p,
        move=move, move_low=low, move_high=high,
    )  # fmt: skip


def test_identical_systems_are_alike_everywhere() -> None:
    found = list(robustness_grid(compare(A[:40], A[:40], [REFERENCES[0][:40]]), 20, 20))
    assert {(c.p, c.sign, c.move) for c in found} == {(1.0, 0, 0.0)}
    assert not any(c.moved or c.significant for c in found)
    assert len(summarize_robustness(found)) == 1
    # No capitals, no punctuation: three tokenizers and both cases find the same.
    a = [f"one two three four five word{i % 7}" for i in range(60)]
    b = [line.replace("two", "too") if i % 3 else line for i, line in enumerate(a)]
    found = list(robustness_grid(compare(a, b, [[*a]]), 50, 50))
    assert sum(len(c.smoothings) for c in found) == 32
    assert len({(c.score_a, c.score_b, c.p) for c in found}) == 4
    assert re.findall(r"\d+", summarize_robustness(found)[0])[:2] == ["32", "4"]


def test_each_of_three_references_is_left_out() -> None:
    third = [None if i < 40 else a for i, a in enumerate(A)]
    # The first forty segments have one reference only, so without it they are not scored.
    second = [None if i < 40 else line for i, line in enumerate(REFERENCES[1])]
    references: References = [REFERENCES[0], second, third]
    found = list(robustness_grid(compare(A, B, references), trials=30, samples=9))
    assert sum(len(cell.smoothings) for cell in found) == 4 * (4 * 2 * 4 + 3)
    sets = {cell.without: cell for cell in found if cell.without and "exp" in cell.smoothings}
    assert [*sets] == [1, 2, 3]
    for number, cell in sets.items():
        rows = [i for i in range(len(A)) if i >= 40 or number != 1]
        kept = [[s[i] for i in rows] for n, s in enumerate(references, 1) if n != number]
        a, b = pair_of(*([s[i] for i in rows] for s in (A, B)), kept, PRESENT)
        assert (cell.config, cell.reference, cell.segments) == (PRESENT, None, len(rows))
        assert (cell.score_a, cell.score_b) == (a.corpus().score, b.corpus().score)
        a, b = (whole_length(stats, rows) for stats in (a, b))
        assert cell.p == paired_approximate_randomization(a, b, 30).p_value
    sentences = " ".join(summarize_robustness(found))
    assert "40 segments have no reference but reference 1; scores without it use" in sentences
    assert "ithout reference" in sentences
    assert not any(s.without for s in robustness_settings(compare(A, B, REFERENCES)))


SUMMARIES = {
    "nothing": [],
    "the present setting alone": [cell(19, smoothings=("exp",))],
    "nothing is moved": [cell(19), cell(18.8, lowercase=True)],
    # That p lies on two sides of the level is no claim about a setting.
    "p on two sides of the level": [
        cell(19.4, 0.058, moved=(0, 0)),
        cell(19.3, 0.039, moved=(-0.3, 0.1), lowercase=True),
        cell(20.1, 0.92, 2, moved=(-0.1, 1.6)),
    ],
    "single changes move the difference": [
        cell(19),
        cell(19.004, moved=(0.002, 0.006), smooth_method="add-k", smoothings=("add-k",)),
        cell(20.12, 0.31, lowercase=True),
        cell(19.7, 0.082, 2),
        cell(21.2, tokenize="char"),
        cell(19.1, tokenize="none"),
        cell(21.5, 0.41, 2, lowercase=True),
    ],
}


def test_what_settings_change_in_words(snapshot) -> None:
    told = {name: "\n".join(summarize_robustness(cells)) for name, cells in SUMMARIES.items()}
    assert "\n\n".join(f"{name}\n{sentences}" for name, sentences in told.items()) == snapshot
    no_claim = told["p on two sides of the level"]
    assert not any(word in no_claim for word in ("significan", "becomes", "no longer", "reversed"))
    # The verdict is reversed where both are significant, and only there.
    assert told["single changes move the difference"].count("reversed") == 1


def test_a_reference_in_few_documents_is_not_tested_by_document() -> None:
    a = [f"a b c {i % 5} e f" for i in range(400)]
    b = [f"a b {i % 3} d e f" for i in range(400)]
    reference = ["a b c d e f"] * 400
    some = [line if i // 20 < 9 else None for i, line in enumerate(reference)]
    named = [f"talk {i // 20}" for i in range(400)]
    evalset = EvalSet({"a": a, "b": b}, [reference, some], documents=named)
    cells = list(robustness_grid(Comparison.of(evalset), trials=20, samples=20))
    assert not any(cell.judged for cell in cells if cell.reference == 2)
    assert all(cell.judged for cell in cells if cell.reference != 2)
