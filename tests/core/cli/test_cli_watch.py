"""`watch`: outputs are compared as they appear, once they are complete, and kept as runs."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bleu_core import corpus_bleu, workspace
from bleu_core.cli.watched_files import SettledFile, WatchedFiles
from bleu_core.messages import option as messages
from bleu_core.workspace import Workspace
from tests.command import Command, write

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
WORSE = [line.replace("aunt", "uncle") for line in REFERENCE]
WORST = [line.replace("mat", "rug") for line in WORSE]
WATCH = ("watch", "out/step-*.txt", "--ref", "ref", "--trials", "100")

# watched(do, …, words=…): between the looks this is done, and then Ctrl-C is pressed.
Watched = Callable[..., tuple[int, str, str]]


@pytest.fixture
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    write(tmp_path, {"ref": REFERENCE})
    (tmp_path / "out").mkdir()
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("bleu_core.cli.app.end_by_signals", lambda: None)
    monkeypatch.setattr("bleu_core.cli.watch.sleep", lambda _: None)
    return Workspace(tmp_path / "home")


@pytest.fixture
def watched(space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch) -> Watched:
    def watch(*done: Callable[[], None], words: tuple[str, ...] = WATCH) -> tuple[int, str, str]:
        # What is written before the first look is seen unchanged at the second.
        left = [lambda: None, *(act for each in done for act in (each, lambda: None))]

        def sleep(_: float) -> None:
            if not left:
                raise KeyboardInterrupt
            left.pop(0)()

        monkeypatch.setattr("bleu_core.cli.watch.sleep", sleep)
        return run(*words)

    return watch


def put(name: str, lines: list[str], at: int = 0) -> None:
    """Write an output; `at` sets its time, so that a change never looks like none."""
    write(Path("out"), {name: lines})
    os.utime(Path("out", name), (at, at))


def names(printed: str) -> list[str]:
    return [line.split()[0] for line in printed.splitlines()]


def runs(space: Workspace) -> list[str]:
    (one,) = {kept.test_set for kept in workspace.recent_comparisons(space)}
    return [run.name for run in workspace.runs(space, one)]


def test_outputs_are_compared_in_the_order_of_their_numbers_and_kept(
    space: Workspace, watched: Watched
) -> None:
    for name, lines in (("step-10", WORSE), ("step-2", WORST), ("step-100", WORST[:1] + WORSE[1:])):
        put(f"{name}.txt", lines)
    code, out, err = watched()
    assert code == 0
    assert names(out) == ["run", "step-2", "step-10", "step-100"]
    assert out.splitlines()[1].split()[1:] == [f"{corpus_bleu(WORST, [REFERENCE]).score:.2f}"]
    assert runs(space) == ["step-2", "step-10", "step-100"]
    kept = workspace.recent_comparisons(space)
    assert {one.systems for one in kept} == {
        ("step-2",), ("step-2", "step-10"), ("step-10", "step-100")
    }  # fmt: skip
    (first,) = (one.digest for one in kept if len(one.systems) == 1)
    assert f"/systems?data={first}&shows=time&runs=yes" in err
    assert str(space.folder) in err


def test_a_line_says_what_compare_says_of_the_previous_one_and_the_best(
    space: Workspace, run: Command
) -> None:
    documents = [f"d{i // 3}" for i in range(40)]
    write(Path(), {"docs": documents})
    texts = {"step-1": WORST, "step-2": REFERENCE[:9] + WORSE[9:], "step-3": WORSE}
    for name, lines in texts.items():
        put(f"{name}.txt", lines)
    settings = ("--docs", "docs", "--tokenize", "char", "--seed", "7")
    code, out, err = run(*WATCH, *settings, "--once", "--format", "json")
    assert code == 0, err
    first, second, third = map(json.loads, out.splitlines())
    assert (first["name"], first["previous"], first["best"]) == ("step-1", None, None)
    assert second["previous"] == second["best"]
    put("step-4.txt", WORST[:20] + WORSE[20:])
    fourth = json.loads(run(*WATCH, *settings, "--once", "--format", "json")[1].splitlines()[-1])
    for line, previous, best in ((third, "step-2", "step-2"), (fourth, "step-3", "step-2")):
        for key, other in (("previous", previous), ("best", best)):
            files = f"out/{other}.txt", line["file"]
            options = (*WATCH[2:], *settings)
            full = run.json("compare", *files, *options, "--no-ngrams", "--accept-findings")
            assert line["bleu"] == full["b"]["score"]
            assert line["signature"] == full["b"]["signature"]
            assert line[key]["run"] == other
            assert line[key]["delta"] == pytest.approx(full["delta"])
            p = full["significance"]["randomization"]["p_value"]
            assert line[key]["p_value"] == p


def test_a_half_written_file_is_named_once_and_taken_when_it_is_complete(
    space: Workspace, watched: Watched
) -> None:
    put("step-1.txt", WORSE[:10])
    code, out, err = watched(
        lambda: put("step-1.txt", WORSE[:20], 1),
        lambda: put("step-1.txt", WORSE[:30], 2),
        lambda: put("step-1.txt", WORSE, 3),
    )
    assert code == 0
    assert names(out) == ["run", "step-1"]
    assert err.count("step-1.txt has") == 1
    assert messages.incomplete_output("out/step-1.txt", 10, 40, True) in err
    assert runs(space) == ["step-1"]


def test_a_file_that_grows_between_two_looks_is_not_read(
    space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As many lines as the references, but the last one is still being written.
    sizes = iter([[*WORSE[:-1], "the"], [*WORSE[:-1], "the cat"], WORSE])
    put("step-1.txt", next(sizes))
    looks = []

    def sleep(_: float) -> None:
        looks.append(1)
        if (lines := next(sizes, None)) is not None:
            put("step-1.txt", lines, len(looks))
        elif len(looks) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("bleu_core.cli.watch.sleep", sleep)
    code, out, _ = run(*WATCH)
    assert (code, names(out)) == (0, ["run", "step-1"])
    (kept,) = workspace.recent_comparisons(space)
    (column,) = workspace.load_comparison(space, kept.digest).systems.values()
    assert column.to_pylist() == WORSE
    monkeypatch.setattr("bleu_core.cli.watch.sleep", lambda _: put("step-2.txt", WORSE))
    code, out, err = run(*WATCH, "--once")
    assert (code, names(out)) == (0, ["run", "step-1"])
    assert messages.output_being_written("out/step-2.txt") in err


@pytest.mark.parametrize(
    ("name", "line"), [("step-1.txt", "café"), ("step-1.jsonl", '{"output": "café"}')]
)
def test_a_line_that_is_cut_off_within_a_character_or_record_is_waited_for(
    watched: Watched, name: str, line: str
) -> None:
    data, file = f"{line}\n".encode() * 40, Path("out", name)
    file.write_bytes(b"")
    code, out, err = watched(
        lambda: file.write_bytes(data[: data.index(b"\xa9") - len(data)]),
        lambda: file.write_bytes(data[:-1]),
        words=("watch", "out/*", *WATCH[2:]),
    )
    assert (code, names(out)) == (0, ["run", "step-1"])
    lines = [words for words in err.splitlines() if "step-1" in words]
    assert lines == [messages.incomplete_output(f"out/{name}", 0, 40, True)]


def test_serious_findings_are_printed_once(space: Workspace, run: Command) -> None:
    words = [f"{a}{b} {b}{c} {c}{a}" for a in "pqr" for b in "stuv" for c in "wxyz"]
    write(Path(), {"ref": words})
    put("step-1.txt", words[1:] + words[:1])
    put("step-2.txt", [f"{line} too" for line in words])
    code, _, err = run(*WATCH, "--once")
    assert code == 0
    assert len([line for line in err.splitlines() if "'step-1'" in line]) == 1
    assert "'step-2'" not in err


def test_what_changed_after_it_was_taken_is_compared_again(
    space: Workspace, watched: Watched
) -> None:
    put("step-1.txt", WORST)
    put("step-2.txt", WORST[:1] + WORSE[1:])
    code, out, err = watched(
        lambda: put("step-2.txt", WORSE, 1),
        lambda: put("step-2.txt", WORSE, 2),  # written again with the same text
    )
    assert code == 0
    assert names(out) == ["run", "step-1", "step-2", "step-2"]
    before, after = (line.split() for line in out.splitlines()[2:])
    assert before[1] < after[1]
    # The previous and the best one are not what it was itself.
    assert after[2] == after[4]
    first = corpus_bleu(WORST, [REFERENCE]).score
    assert float(after[2]) == pytest.approx(corpus_bleu(WORSE, [REFERENCE]).score - first, abs=0.01)
    assert err.count(messages.output_changed("out/step-2.txt")) == 1
    assert runs(space) == ["step-1", "step-2", "step-2"]


def test_the_baseline_of_what_changed_is_not_what_it_was_itself(
    space: Workspace, watched: Watched
) -> None:
    """Also where names without numbers are ordered by time."""
    put("alpha.txt", WORST, 1)
    put("beta.txt", WORST[:1] + WORSE[1:], 2)
    code, out, _ = watched(
        lambda: put("beta.txt", WORSE, 3), words=("watch", "out/*.txt", *WATCH[2:])
    )
    assert (code, names(out)) == (0, ["run", "alpha", "beta", "beta"])
    kept = workspace.recent_comparisons(space)
    assert [one.systems for one in kept] == [("alpha", "beta"), ("alpha", "beta"), ("alpha",)]


def test_a_file_that_was_gone_when_it_was_read_is_compared_when_it_is_there_again(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("step-1.txt", WORSE)
    file, away = Path("out/step-1.txt"), Path("away")
    look, looks = WatchedFiles.look, iter([False, True])

    def look_and_move(files: WatchedFiles) -> list[SettledFile]:
        settled = look(files)
        if next(looks, False):
            file.rename(away)
        return settled

    monkeypatch.setattr(WatchedFiles, "look", look_and_move)
    code, out, err = watched(lambda: None, lambda: away.rename(file) and None)
    assert (code, names(out)) == (0, ["run", "step-1"])
    assert messages.unreadable_file("out/step-1.txt", os.strerror(errno.ENOENT)) in err


def test_a_name_that_is_not_text_is_kept_as_far_as_it_is(space: Workspace, run: Command) -> None:
    put("step-\udcff1.txt", WORSE)
    assert run(*WATCH, "--once")[0] == 0
    assert runs(space) == ["step-\ufffd1"]


def test_what_cannot_be_compared_is_refused_and_the_rest_goes_on(
    watched: Watched,
) -> None:
    put("step-1.txt", [*WORSE, "one more"])
    Path("out/step-2.txt").write_bytes(b"caf\xe9\n" * 40)
    put("step-3.txt", WORSE)
    code, out, err = watched(lambda: put("step-1.txt", WORST, 1))
    assert code == 0
    assert names(out) == ["run", "step-3", "step-1"]
    assert messages.too_many_lines("out/step-1.txt", 41, 40, True) in err
    assert "step-2.txt, line 1: byte 0xe9" in err
    assert messages.choose_encoding() in err


def test_once_tells_by_its_exit_code_whether_one_was_refused(
    space: Workspace, run: Command
) -> None:
    Path("out/step-1.txt").write_bytes(b"caf\xe9\n" * 40)
    put("step-2.txt", WORSE[:10])
    code, out, err = run(*WATCH, "--once")
    assert (code, out) == (2, "")
    assert run(*WATCH, "--once", "--encoding", "latin-1")[0] == 2
    assert messages.incomplete_output("out/step-2.txt", 10, 40, False) in err
    put("step-2.txt", WORSE)
    assert run(*WATCH, "--once", "--encoding", "latin-1")[0] == 0


def test_references_are_checked_before_anything_waits(
    space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bleu_core.cli.watch.sleep", None)
    write(Path(), {"src": REFERENCE[:39]})
    problems = run.refused(*WATCH, "--src", "src")
    assert "source (src) has 39 segments, but reference 1 (ref) has 40" in problems[0]
    assert "Missing option '--ref'" in run(*WATCH[:2])[2]
    assert not space.folder.exists()


def test_source_and_documents_are_kept_with_the_runs(space: Workspace, run: Command) -> None:
    write(Path(), {"src": WORST, "docs": ["d"] * 40})
    put("step-1.txt", WORSE)
    assert run(*WATCH, "--src", "src", "--docs", "docs", "--once")[0] == 0
    (kept,) = workspace.recent_comparisons(space)
    evalset = workspace.load_comparison(space, kept.digest)
    assert evalset.source.to_pylist() == WORST
    assert evalset.documents.to_pylist() == ["d"] * 40
    assert list(evalset.systems) == ["step-1"]


def test_names_are_what_the_pattern_leaves_open_and_references_are_no_outputs(
    space: Workspace, run: Command
) -> None:
    for name, folder in (("9", WORST), ("10", WORSE), ("ref", REFERENCE)):
        Path("out", name).mkdir()
        write(Path("out", name), {"hyp.txt": folder})
    code, out, _ = run("watch", "out/*/hyp.txt", "--ref", "out/ref/hyp.txt", "--once")
    assert (code, names(out)) == (0, ["run", "9/hyp", "10/hyp"])
    for name, at in (("b", 1), ("a", 2)):
        put(name, WORSE, at)
    code, out, err = run("watch", "out/a", "out/b", "--ref", "ref", "--once")
    assert names(out) == ["run", "b", "a"]  # by time
    assert messages.only_these_files() not in err


def test_a_file_is_one_run_by_its_own_name_whatever_links_there_are_to_it(
    space: Workspace, run: Command
) -> None:
    put("step-1.txt", WORSE)
    Path("out", "best.txt").symlink_to("step-1.txt")
    code, out, _ = run("watch", "out/*.txt", "./out/step*", "--ref", "ref", "--once")
    assert (code, names(out)) == (0, ["run", "step-1"])


def test_a_pattern_that_the_shell_has_replaced_is_pointed_out(watched: Watched) -> None:
    put("step-1.txt", WORSE)
    words = ("watch", "out/step-1.txt", "--ref", "ref")
    code, out, err = watched(words=words)
    assert (code, names(out)) == (0, ["run", "step-1"])
    assert messages.only_these_files() in err


def test_once_without_an_output_is_an_error(space: Workspace, run: Command) -> None:
    assert run.refused(*WATCH, "--once") == [messages.no_output_file(["out/step-*.txt"])]


def test_with_the_workspace_off_outputs_are_compared_all_the_same(
    space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("step-1.txt", WORSE)
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    code, out, err = run(*WATCH, "--once")
    assert (code, names(out)) == (0, ["run", "step-1"])
    assert err == messages.runs_not_saved("BLEUSCOPE_HOME") + "\n"
    assert run(*WATCH, "--once", "--open")[0] == 2


def test_open_opens_the_runs_once_after_the_first(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = []

    @contextmanager
    def app(place: str) -> Iterator[None]:
        events.append(place)
        try:
            yield
        finally:
            events.append("closed")
            raise KeyboardInterrupt  # pressed again while the server ends

    monkeypatch.setattr("bleu_core.cli.app.app_in_browser", app)
    code, out, err = watched(
        lambda: events.append("no output yet"),
        lambda: put("step-1.txt", WORST),
        lambda: put("step-2.txt", WORSE),
        words=(*WATCH, "--open"),
    )
    assert (code, names(out)) == (0, ["run", "step-1", "step-2"])
    assert (events[0], events[2]) == ("no output yet", "closed")
    assert events[1].startswith("systems?data=")
    assert events[1].endswith("&shows=time&runs=yes")
    assert "add to its address" not in err
