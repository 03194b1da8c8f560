"""The grid of settings: every cell as if compared anew, and what is said of them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu, segment_statistics
from bleu_core.robustness import Cell, cells, grid, settings, summary
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap

SAMPLE = Path(__file__).parents[2] / "sample_data" / "apertium"
PRESENT = BleuConfig()
References = list[list[str | None]]


def lines(name: str) -> list[str]:
    return (SAMPLE / name).read_text(encoding="utf-8").split("\n")[:-1]


A, B = lines("apertium-direct.en"), lines("apertium-pivot.en")
REFERENCES: References = [[*lines("reference-1.en")], [*lines("reference-2.en")]]
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
def sample() -> list[Cell]:
    return list(grid(compare(A, B, HOLES), trials=30, samples=30))


def test_the_present_setting_comes_first_and_then_those_nearest_to_it() -> None:
    config = BleuConfig(
        tokenize="intl", lowercase=True, smooth_method="floor", smooth_value=0.3, max_ngram_order=3
    )
    found = settings(compare(A[:5], B[:5], [r[:5] for r in REFERENCES], config))
    assert len(found) == len(set(found)) == 4 * 2 * 4 * 3
    assert found[0] == (config, None)
    smoothings = [("floor", 0.3), ("exp", None), ("add-k", None), ("none", None)]
    assert [(s.config.smooth_method, s.config.smooth_value) for s in found[:4]] == smoothings
    distances = [
        (s.config.tokenize != "intl") + (not s.config.lowercase) + (s.reference is not None)
        for s in found
    ]
    assert distances == sorted(distances)
    assert {s.config.max_ngram_order for s in found} == {3}
    assert {s.config.tokenize for s in found} == {"13a", "intl", "char", "none"}
    assert {s.reference for s in found} == {None, 1, 2}


def test_only_references_that_are_there_stand_alone() -> None:
    def references(streams: References) -> set[int | None]:
        return {s.reference for s in settings(compare(["x"], ["y"], streams))}

    assert references([["x"]]) == {None}
    assert references([["x"], ["y"]]) == {None, 1, 2}
    assert references([["x"], [None], ["y"]]) == {None, 1, 3}
    assert references([["x"], [None]]) == {None}


def test_chinese_text_is_tried_with_its_tokenizer() -> None:
    def tokenizers(reference: list[str]) -> list[str]:
        comparison = compare(reference, reference, [[*reference]])
        return list(dict.fromkeys(s.config.tokenize for s in settings(comparison)))

    assert tokenizers(["你好。", "cat"]) == ["13a", "intl", "char", "none", "zh"]
    assert tokenizers(["a quoted 好"] + ["cat"] * 10) == ["13a", "intl", "char", "none"]


def test_a_cell_is_scored_as_anew(sample: list[Cell]) -> None:
    assert len(sample) == 96
    for cell in sample[::5]:  # of each setting some
        chosen, rows = HOLES, range(len(A))
        if cell.reference is not None:
            chosen = [HOLES[cell.reference - 1]]
            rows = [i for i, line in enumerate(chosen[0]) if line is not None]
        streams = [[stream[i] for i in rows] for stream in chosen]
        a, b = (corpus_bleu([system[i] for i in rows], streams, cell.config) for system in (A, B))
        assert (cell.score_a, cell.score_b) == (a.score, b.score)
        assert cell.delta == b.score - a.score
        assert (cell.segments, cell.left_out) == (len(rows), len(A) - len(rows))
        assert cell.left_out == (84 if cell.reference == 2 else 0)


@pytest.mark.parametrize("reference", [None, 2])
def test_a_cell_is_resampled_as_anew(sample: list[Cell], reference: int | None) -> None:
    # All smoothings of one count, so also those whose results are shared.
    tested = [
        cell
        for cell in sample
        if cell.reference == reference
        and (cell.config.tokenize, cell.config.lowercase) == ("none", True)
    ]
    assert {cell.config.smooth_method for cell in tested} == {"exp", "floor", "add-k", "none"}
    rows = [i for i in range(len(A)) if reference is None or HOLES[1][i] is not None]
    chosen = HOLES if reference is None else HOLES[1:]
    streams = [[stream[i] for i in rows] for stream in chosen]
    for cell in tested:
        a, b = (
            segment_statistics([system[i] for i in rows], streams, cell.config) for system in (A, B)
        )
        interval = paired_bootstrap(a, b, 30)
        assert (cell.ci_low, cell.ci_high) == (interval.ci_low, interval.ci_high)
        assert cell.p == paired_approximate_randomization(a, b, 30).p_value


def test_the_text_is_counted_once_for_all_smoothings(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, resampled = [], []
    count, bootstrap = cells.collect_statistics, cells.paired_bootstrap

    def counting(*arguments: object) -> object:
        counted.append(arguments)
        return count(*arguments)  # type: ignore[arg-type]

    def resampling(*arguments: object) -> object:
        resampled.append(arguments)
        return bootstrap(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(cells, "collect_statistics", counting)
    monkeypatch.setattr(cells, "paired_bootstrap", resampling)
    bigrams = BleuConfig(max_ngram_order=2)  # of which there are always matches
    comparison = compare(A, B, REFERENCES, bigrams)
    assert len(list(grid(comparison, 2, 2))) == 96
    assert len(counted) == 24 - 1  # the present setting has its counts already
    assert len(resampled) == 24 * 2  # "add-k", and the others together
    # Where an order may be without a match in a resample, each smoothing is its own.
    counted.clear()
    resampled.clear()
    unlike = [line if i < 40 else "—" for i, line in enumerate(A)]
    assert len(list(grid(compare(unlike, unlike, REFERENCES[:1]), 2, 2))) == 32
    assert (len(counted), len(resampled)) == (8 - 1, 8 * 4)


def test_cells_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = compare(A, B, REFERENCES)

    def fail(*arguments: object) -> None:
        raise AssertionError("counted though nobody asked")

    monkeypatch.setattr(cells, "collect_statistics", fail)
    found: Iterator[Cell] = grid(comparison, 10, 10)
    assert (next(found).config, next(found).reference) == (PRESENT, None)
    first = next(grid(comparison, 50, 20, seed=3))
    expected = paired_bootstrap(comparison.stats_a, comparison.stats_b, 20, 3)
    assert (first.ci_low, first.ci_high) == (expected.ci_low, expected.ci_high)
    test = paired_approximate_randomization(comparison.stats_a, comparison.stats_b, 50, 3)
    assert first.p == test.p_value


def cell(
    score_b: float, p: float | None = 0.001, reference: int | None = None, **changes: object
) -> Cell:
    """A cell whose A has 20 BLEU."""
    config = replace(PRESENT, **changes)  # type: ignore[arg-type]
    return Cell(config, reference, 100, 0, 20.0, score_b, score_b - 21, score_b - 19, p)


def judged(cells_: list[Cell]) -> list[Cell]:
    """With the flags that `grid` sets, from their definitions."""
    first = cells_[0]
    assert first.p is not None
    return [
        replace(
            c,
            sign_changed=(c.score_b - 20) * (first.score_b - 20) < 0,
            significance_lost=c.p is not None and first.p < 0.05 <= c.p,
        )
        for c in cells_
    ]


def test_signs_that_turn_and_significance_that_goes() -> None:
    # B has the words in capitals, and loses a word in every fifth segment.
    a = [f"one two three four {'five six' if i % 5 else 'nine ten'}" for i in range(60)]
    b = [f"ONE two three four {'five six' if i % 6 else 'ten'}" for i in range(60)]
    reference: list[str | None] = ["one two three four five six"] * 60
    found = {
        (c.config.tokenize, c.config.lowercase, c.config.smooth_method): c
        for c in grid(compare(a, b, [reference]), 200, 200)
    }
    present, lower = found["13a", False, "exp"], found["13a", True, "exp"]
    assert present.delta < 0 < lower.delta
    assert present.significant
    assert not present.sign_changed
    assert not present.significance_lost
    assert lower.sign_changed
    assert lower.significance_lost == (not lower.significant)
    sentences = summary(list(found.values()))
    assert sentences[0].startswith("Of 32 settings, B is above A under 16, B is below A under 16")
    assert sentences[1].startswith("Ignoring case, the sign turns: B is above A (Δ +")


def test_identical_systems_are_alike_everywhere() -> None:
    found = list(grid(compare(A[:40], A[:40], [REFERENCES[0][:40]]), 20, 20))
    assert not any(c.sign_changed or c.significance_lost or c.significant for c in found)
    assert {(c.p, c.sign) for c in found} == {(1.0, 0)}
    assert summary(found) == ["Under all 32 settings A and B score alike."]


def test_rounding_is_no_difference() -> None:
    assert [cell(20 + change).sign for change in (1e-12, -1e-12, 1e-6, -1e-6)] == [0, 0, 1, -1]


def test_one_segment_has_a_sign_and_no_significance() -> None:
    found = list(grid(compare(["a b c d e"], ["a b c d"], [["a b c d e"]]), 10, 10))
    assert len(found) == 32
    assert not any(c.judged or c.significance_lost for c in found)
    assert {(c.p, c.ci_low, c.ci_high) for c in found} == {(None, None, None)}
    sentences = summary(found)
    assert sentences[0].startswith("Under all 32 settings B is below A (Δ from −")
    assert sentences[0].endswith(").")
    assert sentences[1:] == ["Nothing is said of significance on 1 segment: 30 are needed."]
    list(grid(compare([""], [""], [[""]]), 10, 10))


def test_a_reference_with_fewer_than_thirty_segments_is_not_judged() -> None:
    few = [*REFERENCES[1][:29], *[None] * 223]
    found = list(grid(compare(A, B, [REFERENCES[0], few]), 10, 10))
    assert {c.reference for c in found if not c.judged} == {2}
    assert {c.segments for c in found if not c.judged} == {29}
    assert not any(c.significance_lost for c in found if not c.judged)
    assert "Reference 2 is missing in 223 segments; alone it is used for the other 29." in summary(
        found
    )


def test_sentences_when_nothing_decides() -> None:
    assert summary([]) == []
    assert summary([cell(19)]) == [
        "Under the present setting B is below A (Δ from −1.00 to −1.00), significantly."
    ]
    assert summary(judged([cell(19), cell(18, lowercase=True)])) == [
        "Under all 2 settings B is below A (Δ from −2.00 to −1.00), always significantly."
    ]
    assert summary(judged([cell(21, 0.2), cell(22, 0.3, lowercase=True)])) == [
        "Under all 2 settings B is above A (Δ from +1.00 to +2.00), never significantly."
    ]


def test_sentences_when_one_change_decides() -> None:
    found = judged([
        cell(19),
        cell(20.12, 0.31, lowercase=True),
        cell(19.7, 0.082, 2),
        cell(20, 0.97, tokenize="char"),
        cell(19.1, tokenize="none"),
        cell(20.2, 0.41, 2, lowercase=True),
    ])  # fmt: skip
    assert summary(found) == [
        "Of 6 settings, B is above A under 2, B is below A under 3, A and B score alike under 1 "
        "(Δ from −1.00 to +0.20).",
        "Ignoring case, the sign turns: B is above A (Δ +0.12, p = 0.31).",
        "With reference 2 alone, the difference is no longer significant (Δ −0.30, p = 0.082).",
        "With tokenizer char, the difference is no longer significant (Δ 0.00, p = 0.97).",
    ]
    found = judged([
        cell(19, 0.06, lowercase=True, smooth_method="none"),
        cell(19, 0.041, smooth_method="none"),
        cell(19, 0.06, lowercase=True),
    ])  # fmt: skip
    assert summary(found) == [
        "Under all 3 settings B is below A (Δ from −1.00 to −1.00), in 1 of them significantly.",
        "Minding case, the difference becomes significant (Δ −1.00, p = 0.041).",
    ]


def test_sentences_when_only_changes_together_decide() -> None:
    found = judged([
        cell(19),
        cell(19.9, 0.011, lowercase=True),
        cell(19.9, 0.011, 2),
        cell(20.1, 0.011, 2, lowercase=True),
        cell(19.9, 0.31, 2, tokenize="char"),
    ])  # fmt: skip
    assert summary(found)[1:] == [
        "In 1 combination of changes the sign turns where no single one of them does that, "
        "for example ignoring case, with reference 2 alone (Δ +0.10, p = 0.011).",
        "In 1 combination of changes the difference is no longer significant where no single one "
        "of them does that, for example with tokenizer char, with reference 2 alone "
        "(Δ −0.10, p = 0.31).",
    ]


def test_the_sample_in_words(sample: list[Cell]) -> None:
    sentences = summary(sample)
    assert sentences[0].startswith("Under all 96 settings B is below A (Δ from −")
    assert sentences[-1] == (
        "Reference 2 is missing in 84 segments; alone it is used for the other 168."
    )
