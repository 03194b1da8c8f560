"""The judgement that every screen and report shows: its unit, and what it says is sacreBLEU's."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.metrics import ImportedScores, compare_imported
from bleu_core.present.comparison_report import gather
from bleu_core.present.document import text
from bleu_core.present.report import comparison_text
from bleu_core.present.report.json_report import comparison_json
from bleu_core.present.tables.other_metrics import agreement
from bleu_core.significance import (
    MIN_DOCUMENTS,
    Randomization,
    Significance,
    clusters_of,
    paired_approximate_randomization,
    paired_bootstrap,
    run_tests,
    side_by_side,
)
from bleu_core.significance.metric_tests import compare_metrics
from bleu_core.systems.ranking import rank_systems
from tests.core.random_statistics import random_pair
from tests.core.reference_significance import p_of_sacrebleu

FEW = MIN_DOCUMENTS - 1


def comparison(
    documents: list[str | None] | None, segments: int = 60, config: BleuConfig = BleuConfig()
) -> Comparison:
    """Imaginary statistics; the texts are of no account."""
    a, b = random_pair(1, segments, config)
    texts = [""] * segments
    evalset = EvalSet({"a": texts, "b": texts}, [texts], documents=documents)
    return Comparison(evalset, config, "a", "b", a, b)


def names(documents: int, segments: int = 60) -> list[str | None]:
    return [f"document {segment % documents}" for segment in range(segments)]


def judged(made: Comparison) -> Significance:
    found = run_tests(made, 200, 100)
    assert found is not None
    return found


def test_documents_are_the_unit_where_there_are_enough() -> None:
    made = comparison(names(MIN_DOCUMENTS))
    found = judged(made)
    pair = made.stats_a, made.stats_b
    clusters = np.arange(60) % MIN_DOCUMENTS
    assert (found.unit, found.units, found.documents) == ("document", MIN_DOCUMENTS, MIN_DOCUMENTS)
    assert found.randomization == paired_approximate_randomization(*pair, 200, clusters=clusters)
    expected = paired_bootstrap(*pair, 100, clusters=clusters)
    assert found.bootstrap.deltas.tolist() == expected.deltas.tolist()
    assert found.by_segment == paired_approximate_randomization(*pair, 200)
    assert clusters_of(made.evalset).tolist() == clusters.tolist()
    assert str(MIN_DOCUMENTS) in found.about_unit
    # Reports name it, and have the p by segment.
    content = gather(made, found)
    written = json.loads(comparison_json(content))["significance"]
    assert (written["unit"], written["units"]) == ("document", MIN_DOCUMENTS)
    units = [written[test]["units"] for test in ("randomization", "bootstrap", "by_segment")]
    assert units == [MIN_DOCUMENTS, MIN_DOCUMENTS, 60]
    assert written["by_segment"]["p_value"] == written["sacrebleu_p"]
    text, exchanged = comparison_text(content), f"{MIN_DOCUMENTS} documents exchanged"
    for told in ("by document, 200 trials", exchanged, "by segment, 200 trials", found.about_unit):
        assert told in text


LINES = [f"the cat number {i} sat on the mat at home" for i in range(40)]
ONE_DIFFERS = [*LINES[:-1], "another line"]
SOME_DIFFER = [line.replace("cat", "dog") if i % 3 else line for i, line in enumerate(LINES)]


WEIGHTED = BleuConfig(weights=(0.4, 0.3, 0.2, 0.1))
OF_LENGTHS = [BleuConfig(reference_length=rule) for rule in ("average", "shortest")]


@pytest.mark.parametrize(
    ("config", "b", "seed"),
    [(BleuConfig(), LINES, 12345), (BleuConfig(), SOME_DIFFER, 0)]
    + [(config, SOME_DIFFER, 12345) for config in (WEIGHTED, *OF_LENGTHS)],
)
def test_what_sacrebleu_cannot_compute_is_not_called_its_p(config, b, seed) -> None:
    made = Comparison.of(EvalSet({"a": LINES, "b": b}, [LINES]), config)
    found = run_tests(made, 100, 100, seed)
    assert found.sacrebleu_p is found.sacrebleu_bootstrap_p is None
    assert "sacreBLEU" not in " ".join(test.name + test.note for test in side_by_side(made, found))
    written = json.loads(comparison_json(gather(made, found)))["significance"]
    assert written["sacrebleu_p"] is written["bootstrap"]["sacrebleu_p_value"] is None


def test_near_the_level_p_has_its_error() -> None:
    for p, trials, near, written in [
        (0.048, 10_000, True, "p = 0.048 ± 0.002"),
        (0.0543, 10_000, True, "p = 0.054 ± 0.002"),
        (0.056, 10_000, False, "p = 0.056"),
        (0.056, 1_000, True, "p = 0.056 ± 0.007"),
        (0.0001, 10_000, False, "p = 0.00010"),
        (1.0, 10_000, False, "p = 1.0"),
    ]:
        found = Randomization(p, 1.0, trials, 12345, 100)
        assert found.error == pytest.approx(math.sqrt(p * (1 - p) / trials))
        assert (found.near_level, found.written) == (near, written)


@pytest.mark.parametrize(("documents", "unit"), [(FEW, "segment"), (MIN_DOCUMENTS, "document")])
def test_a_score_that_few_documents_have_is_tested_by_segment(documents: int, unit: str) -> None:
    clusters = np.arange(20).repeat(10)
    has = clusters < documents
    b = np.where(has, np.arange(200) % 7, np.nan)
    values = {"a": b - 1 - np.arange(200) % 3, "b": b}
    marks = compare_imported(ImportedScores("marks", True, values), "a", "b")
    whole = {name: np.nan_to_num(of) for name, of in values.items()}
    everywhere = compare_imported(ImportedScores("all", True, whole), "a", "b")
    first, found = compare_metrics([everywhere, marks], clusters, trials=500, samples=100)
    told = text(agreement([first, found]))
    assert ("by segment" in told) == (unit == "segment")
    assert f"marks covers {10 * documents} of 200 segments; the others lack a score" in told
    assert "all covers" not in told
    by_hand = paired_approximate_randomization(
        marks.a, marks.b, 500, clusters=clusters if unit == "document" else None
    )
    assert found.randomization == by_hand
    assert found.significant
    assert found.bootstrap
    assert math.isfinite(found.bootstrap.ci_low)
    ranking = rank_systems([marks.a, marks.b], ["a", "b"], trials=500, clusters=clusters)
    assert (ranking.unit, ranking.pairs[0].p_value) == (unit, by_hand.p_value)


@pytest.mark.parametrize("b", [ONE_DIFFERS, SOME_DIFFER])
def test_sacrebleus_p_is_what_sacrebleu_gives(b: list[str]) -> None:
    # Where one segment differs every trial is a tie, which sacreBLEU does not count.
    found = run_tests(Comparison.of(EvalSet({"a": LINES, "b": b}, [LINES])), 100, 100)
    assert found is not None
    assert found.sacrebleu_p == p_of_sacrebleu(LINES, b, [LINES], "ar", 100)
    assert found.sacrebleu_bootstrap_p == p_of_sacrebleu(LINES, b, [LINES], "bs", 100)
