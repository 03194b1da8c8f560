"""A suite's numbers, and those of its slices, are those that `bleuscope compare` prints."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bleu_core import Comparison
from bleu_core.cli import main
from bleu_core.metrics import METRIC_KEYS, get_metric
from bleu_core.segments.saved_slices import NOT_SYMMETRIC, SavedSlice
from bleu_core.significance import clusters_of, run_tests
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.suite.definition import Suite
from bleu_core.suite.inputs import open_set
from bleu_core.suite.measuring import MeasureTask, measure
from bleu_core.suite.results import SetResult, SystemResult
from tests.core.named_sets import OUTPUTS, SEGMENTS, Cache
from tests.core.suite.suite_files import NEW, OLD, REFERENCE, WORSE, suite_of, write, write_set

Compare = Callable[..., dict[str, Any]]


@pytest.fixture
def compare(capsys: pytest.CaptureFixture[str]) -> Compare:
    def printed(*arguments: object) -> dict[str, Any]:
        main(["compare", *map(str, arguments), "--format", "json", "--accept-findings"])
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return printed

    return printed


def only_set(folder: Path, table: str, top: str = "trials = 200\nseed = 3") -> SetResult:
    suite = suite_of(folder, table, top=top)
    found = measure(MeasureTask(suite.sets[0], suite.title, suite.trials, suite.seed)).result
    assert not found.problems
    return found


def assert_alike(one: SystemResult, theirs: Mapping[str, Any]) -> None:
    assert one.bleu.delta == theirs["delta"]
    assert [said.key for said in one.metrics] == list(theirs["metrics"])
    for said in one.metrics:
        other = theirs["metrics"][said.key]
        # Statistics that are fractions are summed in another order: see `resample_every_pair`.
        assert (said.baseline, said.score, said.delta) == (other["a"], other["b"], other["delta"])
        assert said.p == other["p_value"], said.key
        assert said.lower_is_better is not other["higher_is_better"]
    interval = theirs["metrics"]["bleu"]
    low, high = (math.nan if x is None else x for x in (interval["ci_low"], interval["ci_high"]))
    assert [one.ci_low, one.ci_high] == pytest.approx([low, high], nan_ok=True, abs=0)
    if one.baseline and theirs["significance"]:
        power = theirs["significance"]["power"]
        expected = math.nan if power is None else power["power_at"]["1.0"]
        assert one.power == pytest.approx(expected, nan_ok=True)
    serious = [found for found in theirs["findings"] if found["severity"] == "serious"]
    # A system may rightly equal its baseline.
    grave = [found["text"] for found in serious if found["kind"] != "identical outputs"]
    assert list(one.findings) == grave
    gates = [(gate["expression"], gate["segments"], gate["delta"]) for gate in theirs["gates"]]
    assert [(each.where, each.segments, each.bleu.delta) for each in one.slices] == gates


def test_each_of_several_systems_is_compared_as_if_it_were_alone(
    tmp_path: Path, compare: Compare
) -> None:
    systems = {"new": NEW, "worse": WORSE, "same": OLD}
    others = [key for key in METRIC_KEYS if key != "bleu"]
    more = f"metrics = {json.dumps(others)}\n"
    slices = '[[set.slice]]\nname = "boats"\nwhere = \'reference contains "boat"\'\n'
    slices += '[[set.slice]]\nname = "worse"\nwhere = "points < 0"\n'
    table = write_set(tmp_path, systems=systems, more=more) + slices
    found = only_set(tmp_path, table)
    assert [one.name for one in found.systems] == list(systems)
    for one in found.systems:
        gates = ["--gate", 'reference contains "boat": -9']
        if one.name != "same":  # of which no segment has fewer points
            gates += ["--gate", "points < 0: -9"]
        theirs = theirs_of(compare, tmp_path, "-m", *others, *gates, name=one.name)
        if one.name == "same":
            assert one.slices[1].segments == 0
            one = replace(one, slices=one.slices[:-1])
        assert_alike(one, theirs)


def theirs_of(
    compare: Compare, folder: Path, *options: object, name: str = "new"
) -> dict[str, Any]:
    return compare(
        folder / "news/old.en", folder / f"news/{name}.en", "--ref", folder / "news/ref.en",
        "--trials", 200, "--seed", 3, *options,
    )  # fmt: skip


def test_with_a_test_set_by_name(
    tmp_path: Path, compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    Cache(tmp_path / "cache", monkeypatch).add_xml()
    old, new = (write(tmp_path / name, lines) for name, lines in OUTPUTS.items())
    found = only_set(
        tmp_path,
        '[[set]]\nname = "news"\ntest_set = "wmt21/AB"\nlanguage_pair = "en-de"\n'
        'baseline = "a.de"\nsystems = { b = "b.de" }\n'
        '[[set.slice]]\nname = "original"\nwhere = \'origlang = "en"\'\n',
    )
    gate = 'origlang = "en": -9'
    theirs = compare(
        old, new, "-t", "wmt21/AB", "-l", "en-de", "--trials", 200, "--seed", 3, "--gate", gate
    )
    assert_alike(found.systems[0], theirs)
    assert found.systems[0].slices[0].segments < SEGMENTS


def test_under_other_settings_too(tmp_path: Path, compare: Compare) -> None:
    settings = {
        'tokenize = "char"\nlowercase = true\neffective_order = true':
            ["--tokenize", "char", "--lowercase", "--effective-order"],
        'smooth_method = "floor"\nsmooth_value = 0.2\nreference_length = "average"\n'
        "max_ngram_order = 2\nweights = [0.3, 0.7]":
            ["-s", "floor", "-sv", "0.2", "--max-order", "2", "--weights", "0.3,0.7",
             "--reference-length", "average"],
    }  # fmt: skip
    for said, options in settings.items():
        more = f'{said}\nmetrics = ["wer"]'
        [one] = only_set(tmp_path, write_set(tmp_path, more=more)).systems
        assert_alike(one, theirs_of(compare, tmp_path, "-m", "wer", *options))


def test_on_few_segments_and_where_most_are_empty(tmp_path: Path, compare: Compare) -> None:
    # A metric tests those that count; BLEU takes the empty ones for segments too.
    most_empty = [[text if i < 12 else "" for i, text in enumerate(some[:50])]
                  for some in (NEW, OLD, REFERENCE)]  # fmt: skip
    few = [some[:29] for some in (NEW, OLD, REFERENCE)]
    for is_tested, (new, old, reference) in ((False, few), (True, most_empty)):
        table = write_set(tmp_path, systems={"new": new}, baseline=old, more='metrics = ["wer"]')
        write(tmp_path / "news/ref.en", reference)
        [one] = only_set(tmp_path, table).systems
        assert_alike(one, theirs_of(compare, tmp_path, "-m", "wer"))
        assert (one.bleu.p is not None) is is_tested


def test_with_a_source_and_by_document_where_there_are_enough(
    tmp_path: Path, compare: Compare
) -> None:
    table = write_set(tmp_path, more='documents = "news/docs"\nsource = "news/src"')
    # Copies of the source, which are a finding.
    source = write(tmp_path / "news/src", [*NEW[:30], *OLD[30:]])
    documents = write(tmp_path / "news/docs", [f"d{i // 4}" for i in range(len(OLD))])
    found = only_set(tmp_path, table)
    [one] = found.systems
    assert one.findings
    theirs = theirs_of(compare, tmp_path, "--docs", documents, "--src", source)
    assert (found.segments, found.signature) == (theirs["segments"], theirs["a"]["signature"])
    assert theirs["significance"]["unit"] == "document"
    assert_alike(one, theirs)


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
