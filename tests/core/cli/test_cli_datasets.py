"""`data` and `compare --data`: a data set of Parquet has the numbers of its texts as files."""

import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core.datasets import load
from bleu_core.messages import codes
from bleu_core.workspace import Workspace, find_comparison, load_comparison
from tests.command import Command, write

WORDS = "the a cat dog sat saw on of mat two aunts late , .".split()  # noqa: SIM905
ROWS = 2_500
NUMBERS = ("a", "b", "delta", "ledger")
COLUMNS = ("--a", "old", "--b", "new", "--ref", "human")
OUT = ("--out", "counted")
DATA = ("data", "corpus", *COLUMNS, *OUT)
COMPARE = ("compare", "--data", "counted")
HERE = ("--cluster", "here")
FILES = ("compare", "old", "new", "--ref", "human")


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "BLEUSCOPE_HOME": str(folder / "home")}
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=env, capture_output=True, encoding="utf-8"
    )


def texts(seed: int, most: int = 12) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, most))) for _ in range(ROWS)]


def worse(lines: list[str], seed: int) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(w for w in line.split() if chance.random() < 0.8) or "the" for line in lines]


HUMAN, OTHER = texts(1, 30), texts(2, 30)
OLD, NEW = worse(HUMAN, 3), worse(worse(HUMAN, 4), 5)
TALKS = [f"talk {row // 70}" for row in range(ROWS)]
TABLE = {"old": OLD, "new": NEW, "human": HUMAN, "other": OTHER, "talk": TALKS}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set of two files with five groups of rows, and the same texts as files of lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "kept"))
    table = pa.table(TABLE)
    Path("corpus").mkdir()
    pq.write_table(table[:1500], "corpus/1.parquet", row_group_size=600)
    pq.write_table(table[1500:], "corpus/2.parquet", row_group_size=600)
    write(tmp_path, TABLE)
    return tmp_path


def of(said: Any) -> dict[str, object]:
    """What is printed of scores, Δ and ledger."""
    return {name: said[name] for name in NUMBERS}


def count(run: Command, *more: str) -> None:
    code, _, err = run(*DATA, *HERE, *more)
    assert code == 0, err


def numbers(run: Command, *arguments: str) -> dict[str, object]:
    return of(run.json(*arguments, "--trials", "0"))


# Options, and where the JSON that they change is.
OPTIONS = {
    "where": ["--where", "reference.length > 20 and not a.copy", "--trials", "200"],
    "slices": ["--find-slices", "--seed", "7", "--no-details"],
    "scores": ["--scores", "COMET=old.scores", "--scores", "COMET=new.scores", "--trials", "100"],
    "settings": ["--tokenize", "char", "-lc", "-s", "add-k", "--max-order", "2"],
}
SLOW = {"slices": pytest.mark.slow}
# Where the texts come from, which differs.
PROVENANCE = ("inputs", "origin", "digest")


@pytest.mark.parametrize(
    "options", [pytest.param(name, marks=SLOW.get(name, ())) for name in OPTIONS]
)
def test_every_option_prints_the_json_of_the_same_texts_in_files(run, folder, options) -> None:
    scores = {
        f"{side}.scores": [row % (7 + i) for row in range(ROWS)]
        for i, side in enumerate(("old", "new"))
    }
    write(folder, scores)
    beside = ("--src", "human", "--docs", "talk")
    count(run, "--ref", "other", *beside)
    more = ("--format", "json", "--accept-findings", *OPTIONS[options])
    code, ours, _ = run(*COMPARE, *more)
    expected, theirs, _ = run(*FILES, "other", *beside, *more)
    assert code == expected == 0
    of_data, of_files = (
        {name: value for name, value in json.loads(text).items() if name not in PROVENANCE}
        for text in (ours, theirs)
    )
    assert of_data == of_files


def test_options_that_do_not_go_together_are_refused(run) -> None:
    for named, arguments in {
        "--ref": ["data", "corpus", "--a", "old", "--b", "new", *OUT],
        "--out": DATA[:-2],
        "'nowhere'": [*DATA, "--cluster", "nowhere"],
        "'gopher://x'": [*DATA, "--cluster", "gopher://x"],
        "--workers": [*DATA, *HERE, "--workers", "2"],
        "A": ["compare"],
    }.items():
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert named in err


def test_options_about_files_are_refused_for_a_data_set(run) -> None:
    count(run)
    given = (["--repair"], ["--prefix"], ["--list"], ["--encoding", "latin-1"], ["old", "new"],
             ["--name-b", "new system"], ["--a", "old"], ["--ref", "human"])  # fmt: skip
    for words in given:
        code, out, err = run(*COMPARE, *words)
        assert (code, out) == (2, "")
        assert "cannot be used with --data" in err


@pytest.mark.parametrize("out", ["corpus", "corpus/counted"])
def test_a_folder_within_the_texts_is_refused(run, out: str) -> None:
    told = run.refused(*DATA[:-1], out)
    assert codes(told) == ["option.out_within_source"]
    assert sorted(os.listdir("corpus")) == ["1.parquet", "2.parquet"]


def test_a_folder_that_is_not_counted_is_answered_with_the_command(run, folder) -> None:
    (problem,) = run.refused("compare", "--data", "corpus")
    assert problem.code == "dataset.not_counted"
    assert shlex.split(problem.values["command"]) == [
        "bleuscope", "data", str(folder / "corpus"), "--a", "COLUMN", "--b", "COLUMN", "--ref",
        "COLUMN", "--out", str(folder / "corpus-counted"),
    ]  # fmt: skip


def test_a_data_set_that_is_not_counted_completely_is_answered_with_its_command(
    run, folder
) -> None:
    broken = pa.table({**TABLE, "old": [None] * ROWS}, schema=pa.table(TABLE).schema)
    pq.write_table(broken, "corpus/2.parquet")
    corpus, counted = str(folder / "corpus"), str(folder / "counted")
    command = [
        "data", corpus, "--a", "old", "--b", "new", "--ref", "human", "--out", counted,
        "--src", "other", "--docs", "talk", "--workers", "1",
    ]  # fmt: skip
    assert run(*command)[0] == 2
    (problem,) = run.refused("compare", "--data", counted)
    assert shlex.split(problem.values["command"]) == ["bleuscope", *command]


def test_a_data_set_in_the_workspace_is_its_owners_alone_and_opens_in_the_app(
    run, folder, monkeypatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("bleu_core.cli.app.open_app", lambda query: opened.append(query) or 0)
    kept = folder / "kept" / "datasets"
    count(run, "--out", str(kept))
    assert kept.stat().st_mode & 0o077 == 0
    own = ("compare", "--data", str(kept), "--format", "json")
    _, out, err = run(*own)
    digest = json.loads(out)["digest"]
    assert f"/?data={digest}" in err
    assert run(*own, "--open")[0] == 0
    assert opened == [f"data={digest}"]
    # What people say of it is kept in the workspace, and its texts are not copied there.
    workspace = Workspace.open(folder / "kept")
    found = find_comparison(workspace, digest)
    assert found is not None
    assert (found.segments, found.systems) == (ROWS, ("old", "new"))
    assert load_comparison(workspace, digest) is None
    assert load(kept, digest) is not None
