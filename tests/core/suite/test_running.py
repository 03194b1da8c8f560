"""Sets side by side: what keeps one from being compared leaves the others, and no process stays."""

import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bleu_core.common import processes
from bleu_core.messages import codes
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.suite.definition import Suite
from bleu_core.suite.measuring import measure
from bleu_core.suite.results import SuiteResult
from bleu_core.suite.running import judge_sets, run, task_of
from bleu_core.workspace import Workspace, save_slice
from tests.core.suite.suite_files import NEW, OLD, REFERENCE, suite_of, write, write_set

Started = list[subprocess.Popen[bytes]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    found: Started = []
    popen = subprocess.Popen

    def start(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
        found.append(popen(*given, **named))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return found


def three(folder: Path) -> Suite:
    return suite_of(folder, *(write_set(folder, name) for name in ("a", "b", "c")))


def measured(suite: Suite, workspace: Workspace | None = None) -> SuiteResult:
    found = [measure(task_of(suite, plan, workspace)).result for plan in suite.sets]
    return SuiteResult(suite.title, 0.0, judge_sets(suite.sets, found))


def problems(result: SuiteResult) -> dict[str, list[str]]:
    return {one.name: codes(one.problems) for one in result.sets if one.problems}


def test_sets_are_measured_by_processes_and_none_is_left(
    tmp_path: Path, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # cores
    parts: list[float] = []
    at_once: list[int] = []

    def look(part: float) -> None:
        parts.append(part)
        at_once.append(sum(one.returncode is None for one in started))

    suite = three(tmp_path)
    (tmp_path / "b/new.en").unlink()
    result, reports, _ = run(suite, None, look, page=True)
    assert [one.name for one in result.sets] == ["a", "b", "c"]
    assert problems(result) == {"b": ["file.unopened"]}
    a, b, c = result.sets
    assert a.systems[0].bleu == c.systems[0].bleu == measured(suite).sets[0].systems[0].bleu
    assert min(a.seconds, c.seconds) > 0
    assert (a.passed, b.passed, c.passed) == (True, False, True)
    assert reports.pop("b") == ""
    assert set(reports) == {"a", "c"}
    for name, report in reports.items():
        assert json.loads(report)["name"] == name
    assert (len(started), max(at_once)) == (3, 1)
    assert all(one.returncode is not None for one in started)
    assert parts[0] == min(parts) == 0
    assert max(parts) <= 1
    for thread in threading.enumerate():
        if "_talk" in thread.name:
            thread.join(60)
            assert not thread.is_alive()


def test_a_page_has_the_comparisons_of_a_suite_without_tests(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, write_set(tmp_path), top="trials = 0")
    found = measure(replace(task_of(suite, suite.sets[0], None), page=True))
    assert found.result.problems == ()
    assert json.loads(found.report)["pairs"]


def test_files_that_do_not_go_together_are_a_problem_of_their_set(tmp_path: Path) -> None:
    rows = [f"{ref}\t{a}\t{b}" for ref, a, b in zip(REFERENCE, OLD, NEW, strict=True)]
    table = ["system\tx\ty", *(f"{line}\ta\tb" for line in NEW)]
    tables = [write_set(tmp_path, "fine")]
    for name, lines in {"short": NEW[:-1], "empty": [], "table": table}.items():
        tables.append(write_set(tmp_path, name, {"new": lines}))
    write(tmp_path / "several/new.tsv", ["reference\tsystem old\tsystem new", *rows])
    several = write_set(tmp_path, "several", baseline=None)
    tables.append(several.replace("new.en", "new.tsv"))
    if sys.platform != "win32":  # a pipe is not waited for
        tables.append(write_set(tmp_path, "pipe"))
        (tmp_path / "pipe/new.en").unlink()
        os.mkfifo(tmp_path / "pipe/new.en")
    result = measured(suite_of(tmp_path, *tables))
    found = problems(result)
    assert list(found) == [one.name for one in result.sets if one.name != "fine"]
    assert found["several"][-1] == "suite.several_systems_in_file"
    assert found.get("pipe", ["file.unopened"]) == ["file.unopened"]
    assert (found["short"][0], found["empty"][0]) == ("lines.missing_or_extra", "lines.unequal")


def test_without_a_baseline_systems_are_scored_and_held_against_nothing(tmp_path: Path) -> None:
    slices = '[[set.slice]]\nname = "lost"\nwhere = "points < 0"\n'
    table = write_set(tmp_path, baseline=None, more='metrics = ["chrf"]') + slices
    result = measured(suite_of(tmp_path, table))
    [one] = result.sets[0].systems
    assert all(said.score > 0 and said.delta != said.delta for said in one.metrics)
    assert (result.passed, one.baseline, one.slices[0].segments) == (True, "", 0)
    # A baseline may have the name of a system: here its file is written over with the system's.
    [one] = measured(suite_of(tmp_path, write_set(tmp_path, systems={"old": NEW}))).sets[0].systems
    assert (one.name, one.baseline, one.bleu.delta) == ("old", "old.en", 0)


def test_power_is_computed_at_the_level_of_the_set(tmp_path: Path) -> None:
    tables = [write_set(tmp_path, f"at {level}", more=f"level = {level}") for level in (0.05, 0.01)]
    usual, strict = [one.systems[0].power for one in measured(suite_of(tmp_path, *tables)).sets]
    assert usual > strict > 0


def test_a_system_is_not_held_to_the_input_problems_of_another(tmp_path: Path) -> None:
    table = write_set(tmp_path, systems={"new": NEW, "empty": [""] * len(NEW)})
    new, empty = measured(suite_of(tmp_path, table)).sets[0].systems
    assert (bool(new.findings), bool(empty.findings)) == (False, True)


def test_a_saved_slice_is_chosen_by_its_name(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "kept")
    save_slice(workspace, SavedSlice("All boats", 'reference contains "boat"'))
    where = '[[set.slice]]\nname = "a"\nwhere = " All  boats"\nfail_under = -50\n'
    result = measured(suite_of(tmp_path, write_set(tmp_path) + where), workspace)
    [part] = result.sets[0].systems[0].slices
    assert (part.where, part.segments) == ('reference contains "boat"', 15)
    assert result.passed


def test_a_process_that_ends_early_is_a_problem_of_its_set(
    tmp_path: Path, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = suite_of(tmp_path, write_set(tmp_path))
    of_program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import bleu_core.suite.running as p\n"
        "from bleu_core.common.processes import serve\n"
        "def measure(*given): {}['secret text']\n"
        "p.measure = measure; serve(*sys.argv[2:])\n"
    )
    cases = {
        "print('no message'); raise SystemExit(3)": ("suite.process_ended", {"code": 3}),
        "import time; time.sleep(600)": ("suite.process_ended", {"code": -9}),
        # Without a word of the texts.
        of_program: ("suite.program_fault", {"fault": "KeyError in <string>, line 3"}),
    }
    if sys.platform == "win32":
        cases.pop("import time; time.sleep(600)")
    for script, (code, values) in cases.items():
        monkeypatch.setattr(processes, "_START", script)

        def kill(part: float, kills: bool = "sleep" in script) -> None:
            if kills and started[-1].returncode is None:
                started[-1].kill()

        [told] = run(suite, None, kill)[0].sets[0].problems
        assert (codes([told]), dict(told.values)) == ([code], values)


def test_who_stops_them_leaves_no_process(
    tmp_path: Path, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_START", "import time; time.sleep(600)")
    for at in (0, 2, 5):
        told: list[float] = []

        def stop(part: float, told: list[float] = told, at: int = at) -> None:
            told.append(part)
            if len(told) > at:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(three(tmp_path), None, stop)
    assert started
    assert all(one.returncode is not None for one in started)


def test_files_are_read_by_the_encoding_and_format_that_the_set_says(tmp_path: Path) -> None:
    table = write_set(tmp_path)
    wanted = measured(suite_of(tmp_path, table)).sets[0].systems[0]
    accents = [f"café {line}" for line in NEW], [f"café {line}" for line in REFERENCE]
    files = [write(tmp_path / f"news/{name}.en", lines)
             for name, lines in zip(("new", "ref"), accents, strict=True)]  # fmt: skip
    in_utf8 = measured(suite_of(tmp_path, table)).sets[0]
    assert in_utf8.systems[0].metrics != wanted.metrics
    for file in files:
        file.write_bytes(file.read_text("utf-8").encode("latin-1"))
    told = measured(suite_of(tmp_path, table)).sets[0].problems
    assert codes(told)[-1] == "suite.way_encoding"
    said = table.replace("[[set]]", '[[set]]\nencoding = "latin-1"')
    in_latin = measured(suite_of(tmp_path, said)).sets[0]
    assert (in_latin.problems, in_latin.systems[0].metrics) == ((), in_utf8.systems[0].metrics)
    # Several references in each line, and an empty field is none.
    write(
        tmp_path / "news/ref.en", [f"{line}\t{'a' * (i % 2)}" for i, line in enumerate(REFERENCE)]
    )
    said = table.replace("[[set]]", '[[set]]\nencoding = "latin-1"\nformat = "tab-separated"')
    by_tabs = measured(suite_of(tmp_path, said)).sets[0]
    assert (by_tabs.problems, by_tabs.signature[:10]) == ((), "nrefs:var|")
    # A format that they are not in is told as one that was said.
    said = table.replace("[[set]]", '[[set]]\nformat = "xlsx"')
    assert measured(suite_of(tmp_path, said)).sets[0].problems
