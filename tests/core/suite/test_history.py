"""Runs of suites in the workspace, and one after the other."""

from dataclasses import replace
from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.suite.results import HistoryPoint, SuiteResult, history
from bleu_core.text.evalset import column_digest
from bleu_core.workspace import Workspace
from bleu_core.workspace.history import output
from bleu_core.workspace.suite_runs import (
    SuiteRun,
    delete_suite,
    last_passed,
    load_runs_of_suite,
    runs_version,
    save_run,
    suite_titles,
)
from tests.core.filled_workspace import REFERENCE, filled, first
from tests.kept_suites import NAN, SIGNATURE, of_set, of_system

OLD, NEW = (column_digest(column) for column in first().systems.values())
PASSED = "news", "new", NEW, True
FAILED = "news", "new", NEW, False
BEFORE = "news", "new", OLD, True


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "home")


def test_runs_come_back_the_last_one_first(space: Workspace) -> None:
    save_run(space, "Weekly", 9.0, True, "{}", [])
    save_run(space, "Nightly", 2.0, False, '{"a": "č"}', [FAILED])
    save_run(space, "Nightly", 3.5, True, "{}", [PASSED])
    assert suite_titles(space) == ["A suite", "Weekly", "Nightly"]
    assert load_runs_of_suite(space, "Nightly") == [
        SuiteRun(3.5, True, "{}"),
        SuiteRun(2.0, False, '{"a": "č"}'),
    ]
    assert load_runs_of_suite(space, "Nightly", 1) == [SuiteRun(3.5, True, "{}")]
    before = runs_version(space, "Nightly")
    assert (before[0], runs_version(space, "Daily")) == (2, (0, 0, 0))
    save_run(space, "Weekly", 10.0, True, "{}", [])
    assert runs_version(space, "Nightly") == before
    save_run(space, "Nightly", 1.0, True, "{}", [])
    assert runs_version(space, "Nightly") > before
    assert load_runs_of_suite(space, "Daily") == []


def test_what_passed_last_is_of_this_suite_this_set_and_this_system(space: Workspace) -> None:
    assert last_passed(space, "Nightly", "news", "new", 3) is None
    save_run(space, "Nightly", 1.0, True, "{}", [BEFORE])
    # A suite that fails may have systems that pass.
    save_run(space, "Nightly", 5.0, False, "{}", [PASSED, ("talk", "new", OLD, False)])
    save_run(space, "Nightly", 6.0, False, "{}", [FAILED])
    save_run(space, "Weekly", 7.0, True, "{}", [BEFORE])
    save_run(space, "Nightly", 3.0, True, "{}", [BEFORE])  # made before, kept later
    assert last_passed(space, "Nightly", "news", "new", 3) == (NEW, 5.0)
    assert last_passed(space, "Nightly", "talk", "new", 3) is None
    assert last_passed(space, "Nightly", "news", "old", 3) is None
    assert last_passed(space, "Weekly", "news", "new", 3) == (OLD, 7.0)
    assert output(space, NEW).to_pylist() == [f"{line} new" for line in REFERENCE]


def test_a_suite_is_deleted_with_all_its_runs_and_leaves_nothing_in_the_file(space) -> None:
    save_run(space, "Nightly", 1.0, True, '"hidden words"', [PASSED])
    save_run(space, "Weekly", 2.0, True, "{}", [PASSED])
    delete_suite(space, "Nightly")
    assert suite_titles(space) == ["A suite", "Weekly"]
    assert last_passed(space, "Nightly", "news", "new", 3) is None
    assert last_passed(space, "Weekly", "news", "new", 3) == (NEW, 2.0)
    files = space.folder.glob("workspace.sqlite*")  # its log too
    assert not [path for path in files if b"hidden words" in path.read_bytes()]
    assert workspace.find_comparison(space, first().digest)


GROUND = f"40 {SIGNATURE.rpartition('|')[0]}"


def test_each_metric_of_each_system_on_each_set_has_a_point_a_run() -> None:
    first = of_set("news", of_system("new", 30.0))
    fell = of_set("news", of_system("new", 28.0, -1.0), of_system("small", 20.0, 0.1))
    other = of_set("talk", of_system("new", 40.0, 0.2))
    found = history([SuiteResult("x", 1.0, (first,)), SuiteResult("x", 2.0, (fell, other))])
    assert set(found) == {
        (of, system, key)
        for of, system in (("news", "new"), ("news", "small"), ("talk", "new"))
        for key in ("bleu", "chrf", "ter")
    }
    # repr: a baseline that is none equals no other.
    assert repr(found["news", "new", "bleu"]) == repr(
        [
            HistoryPoint(1.0, 30.0, NAN, "passed", GROUND),
            HistoryPoint(2.0, 28.0, 29.0, "failed", GROUND),
        ]
    )
    assert [(one.score, one.state) for one in found["news", "small", "ter"]] == [(40.0, "passed")]


def test_a_version_leaves_the_ground_and_settings_and_size_do_not() -> None:
    base = of_set("news", of_system("new", 30.0))
    others = [
        replace(base, signature=SIGNATURE.replace("2.5.1", "2.6.0")),
        replace(base, signature=SIGNATURE.replace("13a", "zh")),
        replace(base, segments=41),
    ]
    found = history(SuiteResult("x", 1.0, (one,)) for one in (base, *others))
    first, version, tokenizer, size = (one.ground for one in found["news", "new", "bleu"])
    assert (first, len({first, tokenizer, size})) == (version, 3)
