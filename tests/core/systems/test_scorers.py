"""Scorers: their configuration, and the programs: what they get, how they are read and ended."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bleu_core.messages import codes
from bleu_core.systems import scorers
from bleu_core.systems.scorers import Scorer, read_scorers, run_scorer
from bleu_core.text.evalset import InputError
from tests.core.refusing import refused
from tests.core.scoring_program import FORMS, configure, score, table
from tests.documents import DOCS, blocks

needs_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")
SEGMENTS = [("eins", "one", "one"), ("", "tow", "two"), ("ä „drei“", "thrée", "three")]
FAULTS = """
[scorer.bleu]
command = ["x", "{outptu}"]
score = ".*"
better = "more"
timeout = 0
signature = "a|b"
colour = "red"
[scorer.empty]
score = "(*"
[scores]
"""


def scorer_like(like: str, folder: Path, **more: object) -> Scorer:
    path = configure(folder, [table(like, folder / "log", **more)])
    return read_scorers(path)[like]


def test_all_faults_of_a_configuration_are_told_at_once_by_line(tmp_path: Path) -> None:
    path = configure(tmp_path, [FAULTS])
    with pytest.raises(InputError) as error:
        read_scorers(path)
    told = [one.values for one in error.value.problems]
    assert [(one["line"], *codes([one["problem"]])) for one in told] == [
        (2, "option.about"),
        (3, "scorer.no_translations"),
        (4, "scorer.bad_pattern"),
        (5, "toml.must_be"),
        (6, "toml.must_be"),
        (7, "toml.must_be"),
        (8, "toml.unknown_name"),
        (9, "toml.missing"),
        (9, "toml.must_be"),
        (9, "toml.missing"),
        (10, "scorer.bad_pattern"),
        (11, "toml.unknown_name"),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="rights of Unix")
def test_a_configuration_that_others_can_change_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = configure(home, [table("comet", tmp_path / "log")])
    assert list(read_scorers(path)) == ["comet"]
    linked = tmp_path / "linked.toml"
    linked.symlink_to(path)
    for place, rights in ((path, 0o666), (path, 0o602), (home, 0o777), (home, 0o703)):
        own = place.stat().st_mode
        place.chmod(rights)
        for given in (path, linked):
            with refused("scorer.not_private") as why:
                read_scorers(given)
            assert why[0].values["in_folder"] == (place == home)
        place.chmod(own)
        assert list(read_scorers(linked)) == ["comet"]


@pytest.mark.parametrize("like", FORMS)
def test_scores_are_read_as_the_well_known_programs_print_them(like: str, tmp_path: Path) -> None:
    found = run_scorer(scorer_like(like, tmp_path), SEGMENTS)
    assert found == [score(*texts) for texts in SEGMENTS]


@pytest.mark.parametrize(
    ("like", "code"),
    [("few", "scorer.wrong_number"), ("words", "scorer.not_number"), ("nan", "scorer.not_number"),
     ("fault", "scorer.failed")],
)  # fmt: skip
def test_a_program_that_returns_no_scores_is_refused(like: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        run_scorer(scorer_like(like, tmp_path), SEGMENTS)
    first, heading, *lines = error.value.problems
    assert codes([first, heading]) == [code, "scorer.last_lines"]
    if like == "fault":
        assert lines == [*(f"  {number}" for number in range(11, 20)), "  no ␛[31mGPU"]


def test_a_pattern_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorers, "MATCHING", 0.05)
    command = (sys.executable, "-c", "print('a' * 200)", scorers.OUTPUT)
    with pytest.raises(InputError) as error:
        run_scorer(Scorer("mine", command, "((?:a|aa)+)+b", True, 60, "1"), SEGMENTS)
    assert codes(error.value.problems)[0] == "scorer.slow_pattern"


@needs_proc
def test_a_program_has_a_time_limit(tmp_path: Path) -> None:
    scorer, file = sleeping(tmp_path, timeout=1)
    with refused("scorer.took_too_long", error=InputError):
        run_scorer(scorer, SEGMENTS)
    assert are_ended(numbers_in(file))


@pytest.mark.parametrize("shell", ["exec yes {output}", "exec yes >&2", "exec yes > {scores}"])
def test_a_program_that_writes_without_end_is_stopped(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorers, "MOST_WRITTEN", 1_000_000)
    scorer = scorer_like("sh", tmp_path, command=["sh", "-c", shell, "{output}"], timeout=5)
    with pytest.raises(InputError) as error:
        run_scorer(scorer, SEGMENTS)
    assert codes(error.value.problems)[0] == "scorer.wrote_too_much"


def test_a_program_gets_no_secret_and_its_files_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "a-hidden-token")
    told = tmp_path / "told"
    shell = f"env > {told}; pwd >> {told}; stat -c %a . >> {told}; yes 1 | head -n 3"
    scorer = scorer_like("sh", tmp_path, command=["sh", "-c", shell, "{output}"])
    assert run_scorer(scorer, SEGMENTS) == [1, 1, 1]
    *_, folder, rights = told.read_text().splitlines()
    assert "a-hidden-token" not in told.read_text()
    assert (rights, Path(folder).exists()) == ("700", False)


def is_running(number: int) -> bool:
    try:
        stat = Path(f"/proc/{number}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def sleeping(folder: Path, **more: object) -> tuple[Scorer, Path]:
    """A program with a child, and the file that it writes both their numbers to."""
    file = folder / "numbers"
    command = ["sh", "-c", f"trap '' TERM; sleep 60 & echo $$ $! > {file}; sleep 60", "{output}"]
    return scorer_like("sh", folder, command=command, **more), file


def are_ended(numbers: list[int]) -> bool:
    end = time.monotonic() + 10
    while any(map(is_running, numbers)) and time.monotonic() < end:
        time.sleep(0.05)
    return len(numbers) == 2 and not any(map(is_running, numbers))


def numbers_in(file: Path) -> list[int]:
    return [int(number) for number in file.read_text().split()] if file.exists() else []


@needs_proc
def test_stopping_ends_the_program_and_its_children(tmp_path: Path) -> None:
    scorer, file = sleeping(tmp_path)

    def stop(part: float) -> None:
        if numbers_in(file):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_scorer(scorer, SEGMENTS, stop)
    assert are_ended(numbers_in(file))


@needs_proc
def test_programs_end_with_the_app_and_leave_no_text(tmp_path: Path) -> None:
    scorer, file = sleeping(tmp_path)
    (tmp_path / "texts").mkdir()
    app = f"""
import pathlib, threading, time
from bleu_core.systems.scorers import Scorer, run_scorer
texts = ("a", "b", "c")
threading.Thread(target=run_scorer, args=(Scorer{tuple(scorer)!r}, [texts]), daemon=True).start()
while not pathlib.Path({str(file)!r}).exists() or not pathlib.Path({str(file)!r}).read_text():
    time.sleep(0.05)
"""
    environment = os.environ | {"TMPDIR": str(tmp_path / "texts")}
    subprocess.run([sys.executable, "-c", app], check=True, env=environment, timeout=60)
    assert are_ended(numbers_in(file))
    assert list((tmp_path / "texts").iterdir()) == []


def test_the_recipes_read_scores_as_the_programs_print_them(tmp_path: Path) -> None:
    page = (DOCS / "how-to" / "scorers.md").read_text("utf-8")
    path = configure(tmp_path, blocks(page, "toml"))
    found = {name: scorer.score for name, scorer in read_scorers(path).items()}
    printed = {name: score for name, (score, _) in FORMS.items()} | {"mine": "(.*)"}
    assert len(found) >= 3
    assert found == {name: printed[name] for name in found}
