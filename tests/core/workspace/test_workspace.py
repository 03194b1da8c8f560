"""Saved data is loaded unchanged, and deleted data cannot be recovered."""

from __future__ import annotations

import math
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.metrics.bleu import statistics_of
from bleu_core.workspace import (
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    Gone,
    Workspace,
    WorkspaceError,
    database,
)
from bleu_core.workspace.annotations import LONGEST_NOTE
from bleu_core.workspace.history import CountStatistics
from tests.core.filled_workspace import left_in
from tests.core.refusing import refused

REFERENCE = ["the cat sat on the mat", "", "it rains today 😀", "\x00 nul\r\nand lines\u2028"]


OMISSION = AnnotationItem("label", "A", "omission")
ROWS = [AnnotationRow(0, "", VERDICT, "same", 0)]


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "home")


@pytest.fixture
def digest(space: Workspace) -> str:
    """Of a saved comparison."""
    workspace.save_comparison(space, evalset("a", "b"))
    return evalset("a", "b").digest


def evalset(*outputs: str, **more: object) -> EvalSet:
    """Systems s0, s1 …, whose lines are the reference's with a suffix."""
    systems = {f"s{i}": [f"{r} {text}" for r in REFERENCE] for i, text in enumerate(outputs)}
    return EvalSet(systems, [REFERENCE], **more)  # type: ignore[arg-type]


def rich() -> EvalSet:
    """An EvalSet with every optional part."""
    return EvalSet(
        {"": REFERENCE, "ünï 'quote\" ; --": ["x", "y", "", "z"], "third": ["1", "2", "3", "4"]},
        [REFERENCE, [None, "", None, "b"], ["p", None, "q", None]],
        source=["s", "", "t", "u"],
        documents=["d1", "d1", "d2", "d2"],
        metadata={"kind": ["k", "", "l", "m"], "system": ["1", "2", "3", "4"]},
    )


def test_a_kept_comparison_comes_back_as_it_was(space: Workspace) -> None:
    third = rich().systems["third"]
    every = [
        rich(),
        EvalSet({"a": ["x"]}, [[f"r{i}"] for i in range(12)]),  # more than nine references
        EvalSet({"a": third.slice(1, 2)}, [rich().references[0].slice(1, 2)]),  # of a column
    ]
    for data in every:
        workspace.save_comparison(space, data)
        back = workspace.load_comparison(space, data.digest)
        assert back.digest == data.digest  # every column, in order
        assert list(back.systems) == list(data.systems)
        assert [one.to_pylist() for one in back.references] == [
            one.to_pylist() for one in data.references
        ]
    assert workspace.load_comparison(space, "no such digest") is None
    assert workspace.find_comparison(space, "' OR 1=1 --") is None
    assert workspace.load_annotations(space, "") == {}


def test_the_comparison_opened_last_comes_first_with_what_is_known_of_it(space: Workspace) -> None:
    assert workspace.recent_comparisons(space) == []
    first, second = evalset("a", "b"), rich()
    workspace.save_comparison(space, first)
    config = BleuConfig("none", True, "floor", 0.5, 2, (0.25, 0.75), True, "average")
    workspace.save_comparison(space, second, config)
    kept = workspace.find_comparison(space, second.digest)
    assert (kept.config, kept.fault) == (config, "")
    assert (kept.segments, kept.systems) == (4, tuple(second.systems))
    assert kept.made == kept.opened > 0
    assert [kept.digest for kept in workspace.recent_comparisons(space)] == [
        second.digest,
        first.digest,
    ]
    workspace.rename_comparison(space, first.digest, "  Friday's\n'); DROP TABLE texts; -- ")
    workspace.save_comparison(space, first, BleuConfig("none"))
    last, other = workspace.recent_comparisons(space)
    assert (last.digest, other.digest) == (first.digest, second.digest)
    assert (last.config, last.title) == (BleuConfig("none"), "Friday's\n'); DROP TABLE texts; --")
    assert last.opened > last.made
    workspace.save_opening(space, second.digest, BleuConfig(lowercase=True))
    (touched,) = workspace.recent_comparisons(space, 1)
    assert (touched.digest, touched.config) == (second.digest, BleuConfig(lowercase=True))
    # Settings that cannot be used here are replaced by the default ones, with the reason.
    for settings in ('{"new_setting": 1}', '{"tokenize": "of the future"}', '{"weights": 3}'):
        with space.writing() as connection:
            connection.execute("UPDATE comparisons SET settings = ?", (settings,))
        last = workspace.recent_comparisons(space)[0]
        assert last.config == BleuConfig()
        assert last.fault
    workspace.delete_comparison(space, first.digest)
    with pytest.raises(Gone):
        workspace.rename_comparison(space, first.digest, "too late")


def test_no_byte_of_a_deleted_comparison_is_left(space: Workspace, digest: str) -> None:
    # Texts this short are in the file uncompressed.
    secrets = [f"secret{i:03d}" for i in range(200)]
    short = EvalSet({"hidden-name": secrets, "b": secrets}, [secrets], metadata={"hidden": secrets})
    goes = [rich().digest, short.digest]
    for data in (rich(), short):
        workspace.save_comparison(space, data)
        workspace.rename_comparison(space, data.digest, "a hidden title")
        workspace.save_annotation(space, data.digest, 0, NOTE, "a hidden note " * 500)
    traces = {"hidden-name", "hidden title", "hidden note", *goes}
    assert set(left_in(space, traces)) == traces
    for gone in goes:
        workspace.delete_comparison(space, gone)
    assert left_in(space, {"hidden", "secret", *goes}) == []
    assert {path.name for path in space.folder.iterdir()} == {database.NAME, "backups"}
    assert workspace.load_comparison(space, digest) is not None


def test_runs_on_a_test_set_are_in_the_order_of_time_and_gone_with_their_comparison(space) -> None:
    for outputs in (("one", "two"), ("two", "three"), ("one", "four")):
        workspace.save_comparison(space, evalset(*outputs))
    other = EvalSet({"s0": ["x"]}, [["another test set"]])
    workspace.save_comparison(space, other)
    test_set = workspace.test_set_digest(evalset("one", "two"))
    found = workspace.runs(space, test_set)
    assert [run.name for run in found] == ["s0", "s1", "s1", "s1"]
    assert [run.made for run in found] == sorted(run.made for run in found)
    assert len({run.output for run in found}) == 4
    assert len(workspace.runs(space, workspace.test_set_digest(other))) == 1
    workspace.delete_comparison(space, evalset("one", "four").digest)
    with pytest.raises(Gone):
        workspace.run_scores(space, test_set, found, counting())
    with pytest.raises(Gone):
        workspace.load_runs(space, test_set, *found)


def counting(**settings: Any) -> CountStatistics:
    return partial(statistics_of, config=BleuConfig(**settings))


def test_the_scores_of_runs_are_sacrebleus(space: Workspace) -> None:
    references = ["the cat sat on the mat", "it rains today in Berlin", "all is well that ends"]
    outputs = [
        ["the cat sat on a mat", "it rains in Berlin", "all is well that ends well"],
        ["a cat sat", "rain today in Berlin", "all that ends is well"],
        references,
    ]
    for old, new in pairwise(outputs):
        workspace.save_comparison(space, EvalSet({"old": old, "new": new}, [references]))
    test_set = workspace.test_set_digest(EvalSet({"x": outputs[0]}, [references]))
    history = workspace.runs(space, test_set)
    found = workspace.run_scores(space, test_set, history, counting(lowercase=True))
    theirs = [sacrebleu.corpus_bleu(out, [references], lowercase=True).score for out in outputs]
    expected = [min(100.0, score) for score in theirs]  # that of equal texts is above by rounding
    assert found == expected
    first, _, last = steps = workspace.run_steps(history, found)
    assert [step.number for step in steps] == [1, 2, 3]
    assert last.to_last == expected[2] - expected[1]
    assert last.to_first == expected[2] - expected[0]
    assert math.isnan(first.to_last)
    assert workspace.run_scores(space, test_set, [], counting()) == []


def test_any_runs_are_one_test_set_in_the_order_that_is_asked_for(space: Workspace) -> None:
    with_more = evalset("one", "two", metadata={"kind": ["1", "2", "3", "4"]})
    workspace.save_comparison(space, with_more)
    workspace.save_comparison(space, evalset("three", "four", source=["1", "2", "3", "4"]))
    test_set = workspace.test_set_digest(evalset("x"))
    history = workspace.runs(space, test_set)
    assert workspace.find_comparison_of(space, test_set, *history) == ""
    made = workspace.load_runs(space, test_set, *history)
    words = ["one", "two", "three", "four"]
    assert [text[0].as_py() for text in made.systems.values()] == [
        f"{REFERENCE[0]} {word}" for word in words
    ]
    assert made.source.to_pylist() == ["1", "2", "3", "4"]
    workspace.save_comparison(space, made)
    assert workspace.find_comparison_of(space, test_set, *history) == made.digest
    assert workspace.find_comparison_of(space, test_set, *history[::-1]) == ""
    assert workspace.find_comparison_of(space, test_set, *history[:2]) == with_more.digest
    assert workspace.find_comparison_of(space, test_set, *history[1::-1]) == ""
    assert workspace.runs(space, test_set) == history
    workspace.save_comparison(space, evalset("three", "five", documents=["d", "d", "e", "e"]))
    *_, five = workspace.runs(space, test_set)
    made = workspace.load_runs(space, test_set, history[0], five)
    assert list(made.systems) == ["s0", "s1"]
    assert made.documents.to_pylist() == ["d", "d", "e", "e"]
    # Equal names, then equal days, then equal seconds.
    assert len(workspace.load_runs(space, test_set, history[0], history[2]).systems) == 2


def test_the_last_write_wins(space: Workspace, digest: str) -> None:
    for text in ("mine", "theirs", "theirs"):
        workspace.save_annotation(space, digest, 0, NOTE, text)
        assert workspace.load_annotations(space, digest)[0].note == text
    for _ in range(2):
        workspace.save_annotation(space, digest, 0, NOTE, "")
    assert workspace.load_annotations(space, digest) == {}


def test_what_cannot_be_said_is_refused(space: Workspace, digest: str) -> None:
    unseen: list[tuple[AnnotationItem, str, str]] = [
        (VERDICT, "A is better", "value_unknown"),
        (OMISSION, "huge", "value_unknown"),
        (AnnotationItem("label", "C", "omission"), "minor", "value_unknown"),
        (AnnotationItem("label", "A", " "), "minor", "name_unfit"),
        (AnnotationItem("label", "A", "\ud800"), "minor", "name_unfit"),
        (AnnotationItem("label", "A", "x", 100), "minor", "too_many"),
        (AnnotationItem("score"), "1", "value_unknown"),
        (NOTE, "x" * (LONGEST_NOTE + 1), "toml.too_long"),
        (NOTE, "half \ud83d", "lines.half_surrogate"),
    ]
    cases = [(0, *one) for one in unseen]
    cases += [(segment, VERDICT, "same", "out_of_range") for segment in (-1, 4, 10**30)]
    for segment, item, text, code in cases:
        with refused(code if "." in code else f"annotation.{code}"):
            workspace.save_annotation(space, digest, segment, item, text)
        with refused(code if "." in code else f"annotation.{code}"):
            workspace.import_annotations(
                space, digest, "file", [*ROWS, AnnotationRow(segment, "", item, text, 0)]
            )
    assert workspace.load_annotations(space, digest) == {}


def test_nothing_can_be_said_of_a_deleted_comparison(space: Workspace, digest: str) -> None:
    workspace.save_annotation(space, digest, 0, VERDICT, "same")
    workspace.delete_comparison(space, digest)
    with pytest.raises(Gone):
        workspace.save_annotation(space, digest, 0, VERDICT, "same")
    with pytest.raises(Gone):
        workspace.import_annotations(space, digest, "file", ROWS)
    # Its annotations are deleted with it; opening it again does not restore them.
    workspace.save_opening(space, digest, BleuConfig())
    assert workspace.find_comparison(space, digest) is None
    workspace.save_comparison(space, evalset("a", "b"))
    assert workspace.load_annotations(space, digest) == {}


def test_what_is_no_workspace_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / database.NAME
    for contents in (b"not a database, but a text\n" * 100, b"\0" * 4096):
        file.write_bytes(contents)
        with refused("workspace.damaged", error=WorkspaceError):
            Workspace.open(tmp_path)
        assert file.read_bytes() == contents
    for folder in (file, file / "below"):
        with refused("workspace.unusable", error=WorkspaceError) as why:
            Workspace.open(folder)
        assert why[0].values["path"] == str(folder / database.NAME)


def test_a_writer_waits_for_another_one_and_then_tells(space, digest, monkeypatch) -> None:
    monkeypatch.setattr("bleu_core.workspace.connection.PATIENCE", 0.1)
    with space.writing() as connection:
        connection.execute("UPDATE comparisons SET title = 'half done'")
        # Readers see the former state meanwhile.
        assert workspace.recent_comparisons(space)[0].title == ""
        assert workspace.load_comparison(space, digest) is not None
        with refused("workspace.busy", error=WorkspaceError):
            workspace.save_annotation(space, digest, 0, VERDICT, "same")
    assert workspace.recent_comparisons(space)[0].title == "half done"


def test_home_is_where_the_variable_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for said, folder in {
        str(tmp_path): tmp_path,
        f"  {tmp_path} ": tmp_path,
        "~/notes": Path.home() / "notes",
        "~nobody-of-this-name/notes": Path("~nobody-of-this-name/notes"),
        "./off": Path("off"),
        "off": None,
        " OFF ": None,
    }.items():
        monkeypatch.setenv("BLEUSCOPE_HOME", said)
        assert workspace.home() == folder
    # By default it is in the user's data directory.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for said in ("", "  "):
        monkeypatch.setenv("BLEUSCOPE_HOME", said)
        assert workspace.home().name == "bleuscope"
    monkeypatch.delenv("BLEUSCOPE_HOME")
    assert workspace.home().name == "bleuscope"
    assert sys.platform != "linux" or workspace.home().parent == tmp_path
