"""A slice of a set says what `bleuscope compare` prints of files with its segments alone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bleu_core import Comparison
from bleu_core.cli import main
from bleu_core.metrics import judge_opinions, known, opinion
from bleu_core.saved_slices import NOT_EXCHANGEABLE, SavedSlice
from bleu_core.significance import clusters_of, judge
from bleu_core.suite.definition import Suite
from bleu_core.suite.files import open_set
from bleu_core.suite.measuring import Task, measure
from bleu_core.suite.results import OfSet, OfSlice, Said
from tests.core.suite.suite_files import NEW, OLD, REFERENCE, WORSE, suite_of, write, write_set

TOP = "trials = 200\nseed = 3"
SYSTEMS = {"new": NEW, "worse": WORSE, "same": OLD}
# Of segments alone: the weights of NIST are of all references.
METRICS = ("chrf", "ter", "wer", "rouge-l")
# 45 of the 60 segments: not those of the boats.
WHERE = 'not reference contains "boat"'
ROWS = [i for i, line in enumerate(REFERENCE) if "boat" not in line]


def table(where: str, name: str = "a slice") -> str:
    return f"[[set.slice]]\nname = {json.dumps(name)}\nwhere = {json.dumps(where)}\n"


def found_of(suite: Suite, *saved: SavedSlice) -> OfSet:
    plan = suite.sets[0]
    task = Task(plan, suite.title, suite.trials, suite.seed, slices={s.name: s for s in saved})
    found = measure(task).found
    assert not found.problems
    return found


def said_of(part: OfSlice) -> dict[str, Said]:
    return {one.key: one for one in (part.bleu, *part.said)}


@pytest.fixture
def compare(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    def printed(*arguments: object) -> dict[str, Any]:
        main(["compare", *map(str, arguments), "--format", "json", "--accept-findings"])
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return printed

    return printed


@pytest.mark.parametrize(
    "documents",
    [3, pytest.param(0, marks=pytest.mark.slow), pytest.param(6, marks=pytest.mark.slow)],
    ids=["enough", "none", "few"],
)
def test_a_slice_says_what_compare_says_of_its_lines(
    tmp_path: Path, compare: Callable[..., dict[str, Any]], documents: int
) -> None:
    def kept(name: str, lines: Sequence[str]) -> Path:
        return write(tmp_path / "part" / name, [lines[i] for i in ROWS])

    more, extra = f"metrics = {json.dumps(METRICS)}\n", []
    if documents:
        # Each of so many segments; in the slice there are 20 documents, or 9, which is too few.
        names = [f"d{i // documents}" if documents == 3 else f"d{i % 12}" for i in range(60)]
        write(tmp_path / "news/docs", names)
        more += 'documents = "news/docs"\n'
        extra = ["--docs", kept("docs", names)]
    suite = suite_of(
        tmp_path, write_set(tmp_path, systems=SYSTEMS, more=more) + table(WHERE), top=TOP
    )
    reference, old = kept("ref.en", REFERENCE), kept("old.en", OLD)
    for one in found_of(suite).systems:
        [part] = one.slices
        theirs = compare(
            old, kept(f"{one.name}.en", SYSTEMS[one.name]), "--ref", reference,
            "--trials", 200, "--seed", 3, "-m", *METRICS, *extra,
        )  # fmt: skip
        assert (part.segments, part.untested) == (45, "")
        unit = theirs["significance"]["unit"]
        assert unit == ("document" if documents == 3 else "segment")
        assert list(said_of(part)) == list(theirs["metrics"])
        for key, said in said_of(part).items():
            other = theirs["metrics"][key]
            assert [said.baseline, said.score, said.delta] == pytest.approx(
                [other["a"], other["b"], other["delta"]], rel=1e-12, abs=1e-12
            )
            assert said.p == other["p_value"], key


def test_p_of_a_slice_is_that_of_its_part_of_the_comparison(tmp_path: Path) -> None:
    metrics = ("chrf", "wer")
    more = f"metrics = {json.dumps(metrics)}\n"
    where = "reference.length > 8 and line < 50"
    suite = suite_of(
        tmp_path, write_set(tmp_path, systems=SYSTEMS, more=more) + table(where), top=TOP
    )
    data = open_set(suite.sets[0]).evalset
    for one in found_of(suite).systems:
        comparison = Comparison.of(data, a="old", b=one.name)
        part = comparison.part(np.arange(49))
        test = judge(part, 200, seed=3)
        opinions = [opinion(part, known(name, suite.sets[0].config)) for name in metrics]
        others = judge_opinions(opinions, clusters_of(part.evalset), 200, seed=3)
        [found] = one.slices
        assert found.segments == 49
        assert test is not None
        assert found.bleu.p == test.randomization.p_value
        assert found.bleu.delta == part.delta
        assert [said.p for said in found.said] == [judged.p for judged in others]
        assert [said.delta for said in found.said] == [judged.opinion.delta for judged in others]


def test_only_what_has_a_true_null_is_tested(tmp_path: Path) -> None:
    cases = {
        "line <= 30": ("", True),
        "line <= 29": ("", False),
        "points < 1": (NOT_EXCHANGEABLE, False),
        'b contains "aunt"': (NOT_EXCHANGEABLE, False),
        "a.length > 5 and b.length > 5": ("", True),
        "line > 60": ("", False),
        "early": ("", True),  # saved slices
        "its own": (NOT_EXCHANGEABLE, False),
    }
    saved = SavedSlice("early", "line < 40"), SavedSlice("its own", 'b contains "aunt"')
    tables = [table(where, f"slice {i}") for i, where in enumerate(cases)]
    suite = suite_of(tmp_path, write_set(tmp_path) + "".join(tables), top=TOP)
    parts = found_of(suite, *saved).systems[0].slices
    found = {where: (part.untested, part.bleu.p is not None)
             for where, part in zip(cases, parts, strict=True)}  # fmt: skip
    assert found == cases
    assert [part.where for part in parts[-2:]] == [one.expression for one in saved]
    assert [math.isnan(part.bleu.delta) for part in parts] == [not part.segments for part in parts]


def test_without_a_baseline_or_trials_nothing_is_tested(tmp_path: Path) -> None:
    alone = suite_of(tmp_path, write_set(tmp_path, "a", baseline=None) + table(WHERE), top=TOP)
    untried = suite_of(tmp_path, write_set(tmp_path) + table(WHERE), top="trials = 0")
    for suite in (alone, untried):
        [part] = found_of(suite).systems[0].slices
        assert (part.bleu.p, part.untested) == (None, "")
