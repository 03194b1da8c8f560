"""Damaged files: every answer is right, or the damage is reported."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import BleuConfig, workspace
from bleu_core.messages import codes
from bleu_core.metrics.bleu import statistics_of
from bleu_core.people.sessions.plan import plan_digest
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, checksums, database, sessions
from bleu_core.workspace.answers import load_answers as answers_of_session
from bleu_core.workspace.answers import save_answer
from bleu_core.workspace.suite_runs import last_passed, load_runs_of_suite, suite_titles
from tests.core.filled_workspace import (
    asked,
    contents,
    filled,
    first,
    imported,
    judged,
    plan,
    ratings,
    second,
    spoil,
    spoil_text,
)
from tests.core.refusing import refused

# Bits of each page, and as many of its header; BLEUSCOPE_FLIPS=100 takes minutes.
FLIPS = int(os.environ.get("BLEUSCOPE_FLIPS", "2"))


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "home")


def answers(space: Workspace) -> dict[str, Any]:
    """Return the result of each public reading function, or its error message."""
    test_set = workspace.test_set_digest(first())
    history = told(lambda: workspace.runs(space, test_set))
    runs = history if isinstance(history, list) else []
    count = partial(statistics_of, config=BleuConfig())
    questions: dict[str, Callable[[], Any]] = {
        "recent": lambda: workspace.recent_comparisons(space),
        "typology": lambda: workspace.load_label_types(space),
        "how many": lambda: workspace.count_annotations(space),
        "judged": lambda: judged(space),
        "slices": lambda: workspace.saved_slices(space),
        "suites": lambda: suite_titles(space),
        "runs of a suite": lambda: load_runs_of_suite(space, "A suite"),
        "passed": lambda: last_passed(space, "A suite", "news", "old"),
        "runs": lambda: workspace.runs(space, test_set),
        "scores": lambda: workspace.run_scores(space, test_set, runs, count),
        "compared": lambda: (
            workspace.find_comparison_of(space, test_set, *runs[:2]) if runs[1:] else ""
        ),
        "between": lambda: (
            workspace.load_runs(space, test_set, runs[0], runs[-1]).digest if runs else ""
        ),
    }
    of_one = (
        contents,
        imported,
        workspace.find_comparison,
        workspace.load_annotations,
        workspace.load_ratings,
    )
    for digest in (first().digest, second().digest):
        for ask in (*of_one, workspace.list_imports):
            questions[f"{ask.__name__} {digest[:4]}"] = partial(ask, space, digest)
    return {name: told(question) for name, question in questions.items()}


def told(act: Callable[[], Any]) -> Any:
    """Return the result of an action, or the message of its refusal; raise other exceptions."""
    try:
        return act()
    except WorkspaceError as error:
        return f"told: {error}"
    except workspace.Gone:
        return "gone"


def said_of(space: Workspace) -> list[str]:
    """Return what the screens report about the file."""
    try:
        return [*filter(None, [space.closed()]), *space.damage()]
    except WorkspaceError as error:
        return [str(error)]


@pytest.mark.parametrize(
    ("every", "flips"), [(4, 1), pytest.param(1, FLIPS, marks=pytest.mark.slow)]
)
def test_a_flipped_bit_is_right_or_told_and_never_wrong_in_silence(tmp_path, every, flips) -> None:
    """Flip bits in some pages, or in all."""
    space = filled(tmp_path)  # with today's backup, so no other is made
    truth = answers(space)
    assert not [answer for answer in truth.values() if str(answer).startswith("told")]
    whole = space.path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    random = Random(11)
    outcomes: Counter[str] = Counter()
    for page in range(0, len(whole) // size, every):
        header = 100 if page == 0 else 12
        places = {random.randrange(end) for end in (header, size) for _ in range(flips)}
        for place in sorted(places):
            flipped = bytearray(whole)
            flipped[page * size + place] ^= 1 << random.randrange(8)
            for path in tmp_path.glob(f"{database.NAME}*"):
                path.unlink()
            space.path.write_bytes(flipped)
            space.check_again()
            try:
                outcomes[judge(space, truth)] += 1
            except Exception as error:
                raise AssertionError(f"byte {place} of page {page + 1}") from error
    assert set(outcomes) == {"right", "told"}


def judge(space: Workspace, truth: dict[str, Any]) -> str:
    """Check a file with a flipped bit: fail if a wrong answer is not reported."""
    found = answers(space)
    spoken = said_of(space)
    different = [name for name in truth if found[name] != truth[name]]
    silent = [name for name in different if not spoken and not str(found[name]).startswith("told")]
    assert not silent, {name: (truth[name], found[name]) for name in silent}
    # A write is saved, or refused.
    digest = first().digest
    refused = bool(told(lambda: write(space, digest)))
    if not refused:
        assert workspace.load_annotations(space, digest)[2].note == "written after"
    return "told" if different or spoken or refused else "right"


def write(space: Workspace, digest: str) -> None:
    try:
        workspace.save_annotation(space, digest, 2, NOTE, "written after", "")
    except (workspace.Gone, ValueError):
        assert said_of(space)
        raise WorkspaceError("what it is about is damaged") from None


def test_a_damaged_text_is_told_by_its_part_and_mended_by_its_files(space: Workspace) -> None:
    data, said = first(), workspace.load_annotations(space, first().digest)
    before = contents(space, data.digest)
    spoil_text(space, data.systems["old"])
    with refused("workspace.damaged_texts", error=WorkspaceError) as why:
        workspace.load_comparison(space, data.digest)
    (one,) = space.damage()
    assert [*why[0].values["texts"]] == [one]
    assert one.code == "workspace.damaged_text"
    assert one.values == {"comparison": "“Friday”", "part": "system", "name": "old"}
    assert contents(space, second().digest)  # which does not use the text
    assert workspace.load_annotations(space, data.digest) == said
    workspace.save_comparison(space, data)
    assert (space.damage(), contents(space, data.digest)) == ([], before)
    assert workspace.load_annotations(space, data.digest) == said
    # Optional columns are left out.
    for part in ("source", "documents", "kind"):
        spoil_text(space, data.metadata["kind"] if part == "kind" else getattr(data, part))
        assert (
            workspace.load_comparison(space, data.digest).digest == data.digest
        )  # as used in links
        assert {k: v for k, v in contents(space, data.digest).items() if v} == {
            k: v for k, v in before.items() if k != part
        }
        (one,) = space.damage()
        assert part in (one.values["part"], one.values["name"])
        workspace.save_comparison(space, data)
        assert (space.damage(), contents(space, data.digest)) == ([], before)


def test_a_damaged_note_is_left_out_and_told_and_the_others_stay(space: Workspace) -> None:
    digest = first().digest
    spoil(space, "UPDATE said SET value = 'another note' WHERE kind = 'note' AND segment = 0")
    assert [a.note[:7] for a in workspace.load_annotations(space, digest).values()] == [
        "",
        "another",
    ]
    (one,) = space.damage()
    assert one.code == "workspace.damaged_annotation"
    assert one.values == {"comparison": "“Friday”", "kind": "note", "segment": 1}
    # Replacing it repairs it; other edits do not make it valid.
    workspace.save_annotation(
        space, digest, 1, NOTE, "", workspace.load_annotations(space, digest)[1].note
    )
    assert space.damage() == [one]
    workspace.save_annotation(space, digest, 0, NOTE, "said anew", "")
    assert space.damage() == []
    assert workspace.load_annotations(space, digest)[0].note == "said anew"


def test_a_damaged_entry_of_the_list_hides_nothing_and_is_mended_by_its_files(space) -> None:
    data, said = first(), workspace.load_annotations(space, first().digest)
    spoil(space, "UPDATE comparisons SET segments = -7, opened = 1e300, title = 'Fridax'")
    assert {one.digest for one in workspace.recent_comparisons(space)} == {
        data.digest,
        second().digest,
    }
    assert all(one.opened == one.segments == 0 for one in workspace.recent_comparisons(space))
    assert contents(space, data.digest)
    workspace.save_opening(space, data.digest, BleuConfig())
    workspace.rename_comparison(space, data.digest, "renamed")
    assert codes(space.damage()) == ["workspace.damaged_entry"] * 2
    workspace.save_comparison(space, data)
    workspace.save_comparison(space, second())
    assert space.damage() == []
    found = workspace.find_comparison(space, data.digest)
    assert (found.segments, found.title) == (3, "")
    # The roles of texts may be damaged too.
    spoil(space, "UPDATE parts SET name = 'odd' WHERE name = 'old'")
    with refused("workspace.damaged_part", error=WorkspaceError):
        contents(space, data.digest)
    workspace.save_comparison(space, data)
    assert contents(space, data.digest)["old"]
    assert (space.damage(), workspace.load_annotations(space, data.digest)) == ([], said)


def test_what_else_is_damaged_is_left_out_and_told(space: Workspace) -> None:
    spoil(space, "UPDATE typology SET meaning = 'x' WHERE name = 'other'")
    assert [kind.name for kind in workspace.load_label_types(space)] == ["omission"]
    session = plan_digest(plan())
    spoil(space, "UPDATE answers SET value = 'right' WHERE kind = 'better'")
    ann, bob = answers_of_session(space, session)
    assert (ann.better, ann.left, bob.skipped) == ("", 70, "a reason that is kept")
    spoil(space, "UPDATE session_log SET who = 'zoe' WHERE what = 'made'")
    assert [event.what for event in sessions.load_log(space, session)] == ["begun"] * 2
    spoil(space, "UPDATE marks SET first = 5 WHERE severity = 'major'")
    (rating, *_) = workspace.load_ratings(space, first().digest)
    assert rating.marks == ratings()[0].marks[:1]
    spoil(space, "UPDATE imports SET file = 'odd'")
    assert workspace.list_imports(space, first().digest) == []
    spoil(space, "UPDATE slices SET expression = 'a.copy' WHERE name = 'talk'")
    assert [one.name for one in workspace.saved_slices(space)] == ["copies"]
    assert {one.code.removeprefix("workspace.damaged_"): [*one.values.values()]
            for one in space.damage()} == {
        "label": [],
        "answer": [session[:8] + "…", "ann"],
        "log": [session[:8] + "…"],
        "import": ["“Friday”"],
        "annotation": ["“Friday”", "mark", 1],
        "slice": ["talk"],
    }  # fmt: skip
    save_answer(space, session, "ann", 0, "better", "", "left", "")
    workspace.save_label_types(space, workspace.DEFAULT_LABEL_TYPES)
    assert len(space.damage()) == 4  # saving again repairs


def test_each_table_says_what_of_it_is_damaged(space: Workspace) -> None:
    with space.reading() as connection:
        tables = checksums.checked_tables(connection)
    for table in tables:
        spoil(space, f"UPDATE {table} SET seal = 'spoiled'")
    names = ["annotation", "answer", "entry", "import", "label", "log", "part", "scores", "session"]
    names += ["slice", "suite_output", "suite_run"]
    assert set(codes(space.damage())) == {f"workspace.damaged_{name}" for name in names}
    assert len(tables) == len(names) + 1  # `said` and `marks` share a message


def test_a_file_that_is_no_workspace_is_told_and_left_alone(space, tmp_path: Path) -> None:
    def check(space: Workspace, code: str, statement: str) -> None:
        spoil(space, statement)
        before = space.path.read_bytes()
        with refused("workspace.damaged", error=WorkspaceError) as why:
            Workspace.open(space.folder)
        assert (why[0].values["path"], why[0].values["why"].code) == (str(space.path), code)
        assert space.path.read_bytes() == before

    for version in (0, -1, 1_000_000):
        check(space, "workspace.version_unknown", f"PRAGMA user_version = {version}")
    check(space, "workspace.header_damaged", "PRAGMA application_id = 7")
    other = Workspace(tmp_path)
    check(other, "workspace.other_program", "CREATE TABLE recipes (name TEXT)")


def test_a_file_whose_structure_is_damaged_is_read_and_not_written(space: Workspace) -> None:
    data = first()
    query = "SELECT rootpage FROM sqlite_master WHERE name = 'comparisons_of_test_set'"
    ((page,),) = asked(space.path, query)
    with space.path.open("r+b") as file:
        file.seek((page - 1) * 4096 + 3)
        file.write(b"\0\0")  # no cells
    space.check_again()
    assert codes([space.closed()]) == ["workspace.damaged"]
    assert contents(space, data.digest)
    assert len(workspace.load_annotations(space, data.digest)) == 2
    with refused("workspace.damaged", error=WorkspaceError):
        workspace.save_annotation(space, data.digest, 2, NOTE, "x", "")
    with refused("workspace.damaged", error=WorkspaceError):
        workspace.save_comparison(space, data)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_files_are_the_users_alone_whatever_the_folder_and_the_umask(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        space = filled(tmp_path)
        with space.writing():
            files = list(tmp_path.glob("workspace*"))
            assert {path.name for path in files} >= {database.NAME, f"{database.NAME}-wal"}
            assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        new = Workspace.open(tmp_path / "new").folder
        # As in earlier versions.
        space.path.chmod(0o644)
        space.check_again()
        Workspace.open(tmp_path)
    finally:
        os.umask(before)
    assert space.path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (0o755, 0o700)
