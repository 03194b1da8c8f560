"""A slice of a set says what `bleuscope compare` prints of files with its segments alone."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from bleu_core import Comparison
from bleu_core.metrics import get_metric
from bleu_core.segments.saved_slices import NOT_SYMMETRIC, SavedSlice
from bleu_core.significance import clusters_of, run_tests
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.suite.definition import Suite
from bleu_core.suite.inputs import open_set
from bleu_core.suite.measuring import MeasureTask, measure
from bleu_core.suite.results import SetResult
from tests.core.suite.suite_files import NEW, OLD, WORSE, suite_of, write, write_set

TOP = "trials = 200\nseed = 3"
SYSTEMS = {"new": NEW, "worse": WORSE, "same": OLD}
# Of segments alone: the weights of NIST are of all references.
METRICS = ("chrf", "ter", "wer", "meteor-exact")


def table(where: str, name: str = "a slice") -> str:
    return f"[[set.slice]]\nname = {json.dumps(name)}\nwhere = {json.dumps(where)}\n"


def found_of(suite: Suite, *saved: SavedSlice) -> SetResult:
    plan = suite.sets[0]
    task = MeasureTask(
        plan, suite.title, suite.trials, suite.seed, slices={s.name: s for s in saved}
    )
    found = measure(task).result
    assert not found.problems
    return found


@pytest.mark.parametrize("documents", [0, 4], ids=["by segment", "by document"])
def test_a_slice_says_what_its_part_of_the_comparison_says(tmp_path: Path, documents: int) -> None:
    more = f"metrics = {json.dumps(METRICS)}\n"
    if documents:
        write(tmp_path / "news/docs", [f"d{i // documents}" for i in range(60)])
        more += 'documents = "news/docs"\n'
    where = "reference.length > 8 and line < 50"
    tables = write_set(tmp_path, systems=SYSTEMS, more=more) + table(where)
    suite = suite_of(tmp_path, tables, top=TOP)
    data = open_set(suite.sets[0])[0]
    for one in found_of(suite).systems:
        comparison = Comparison.of(data, a="old", b=one.name)
        part = comparison.part(np.arange(49))
        test = run_tests(part, 200, seed=3)
        assert test.unit == ("document" if documents else "segment")
        metric_pairs = [
            compare_with_metric(part, get_metric(name, suite.sets[0].config)) for name in METRICS
        ]
        others = compare_metrics(metric_pairs, clusters_of(part.evalset), 200, seed=3)
        [found] = one.slices
        assert (found.segments, found.no_test_reason) == (49, "")
        bleu = found.bleu
        assert (bleu.p, bleu.delta) == (test.randomization.p_value, part.delta)
        assert (bleu.baseline, bleu.score) == (part.score_a.score, part.score_b.score)
        for said, judged in zip(found.metrics, others, strict=True):
            theirs = judged.metric_pair
            assert said.p == judged.p
            assert [said.baseline, said.score, said.delta] == pytest.approx(
                [theirs.score_a, theirs.score_b, theirs.delta], rel=1e-12, abs=1e-12
            )


def test_only_what_has_a_true_null_is_tested(tmp_path: Path) -> None:
    cases = {
        "line <= 30": ("", True),
        "line <= 29": ("", False),
        "points < 1": (NOT_SYMMETRIC, False),
        'b contains "aunt"': (NOT_SYMMETRIC, False),
        "a.length > 5 and b.length > 5": ("", True),
        "line > 60": ("", False),
        "early": ("", True),  # saved slices
        "its own": (NOT_SYMMETRIC, False),
    }
    saved = SavedSlice("early", "line < 40"), SavedSlice("its own", 'b contains "aunt"')
    tables = [table(where, f"slice {i}") for i, where in enumerate(cases)]
    suite = suite_of(tmp_path, write_set(tmp_path) + "".join(tables), top=TOP)
    parts = found_of(suite, *saved).systems[0].slices
    found = {where: (part.no_test_reason, part.bleu.p is not None)
             for where, part in zip(cases, parts, strict=True)}  # fmt: skip
    assert found == cases
    assert [part.where for part in parts[-2:]] == [one.expression for one in saved]
    assert [math.isnan(part.bleu.delta) for part in parts] == [not part.segments for part in parts]
