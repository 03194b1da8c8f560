"""`compare --data`: a data set of Parquet has the numbers that its texts have as files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core.cli import main

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "saw",
    "on",
    "of",
    "mat",
    "two",
    "aunts",
    "late",
    ",",
    ".",
]
ROWS = 2_500
NUMBERS = ("a", "b", "delta", "ledger")
COMPARE = ["compare", "--data", "corpus", "--a", "old", "--b", "new", "--ref", "human"]
HERE = ["--cluster", "here"]


def texts(seed: int, most: int = 12) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, most))) for _ in range(ROWS)]


def worse(lines: list[str], seed: int) -> list[str]:
    """Lines some words of which are lost."""
    chance = random.Random(seed)
    return [" ".join(w for w in line.split() if chance.random() < 0.8) or "the" for line in lines]


HUMAN, OTHER = texts(1, 30), texts(2, 30)
OLD, NEW = worse(HUMAN, 3), worse(worse(HUMAN, 4), 5)
TABLE = {
    "old": OLD,
    "new": NEW,
    "human": HUMAN,
    "other": OTHER,
    "talk": [f"talk {row // 70}" for row in range(ROWS)],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set of two files with five groups of rows, and the same texts as files of lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "kept"))
    table = pa.table(TABLE)
    Path("corpus").mkdir()
    pq.write_table(table[:1500], "corpus/1.parquet", row_group_size=600)
    pq.write_table(table[1500:], "corpus/2.parquet", row_group_size=600)
    for name, lines in TABLE.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def numbers(run, *arguments: str) -> dict[str, object]:
    """What is printed of scores, Δ and ledger."""
    code, out, _ = run(*arguments, "--format", "json", "--trials", "0")
    assert code == 0
    said = json.loads(out)
    return {name: said[name] for name in NUMBERS}


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--tokenize", "char", "-lc", "-s", "add-k"],
        ["--max-order", "2", "--reference-length", "shortest"],
    ],
)
def test_a_data_set_has_the_numbers_of_the_same_texts_in_files(run, options) -> None:
    of_files = numbers(
        run, "compare", "old", "new", "--ref", "human", "other", "--no-ngrams", *options
    )
    of_data = numbers(run, *COMPARE, "other", *HERE, "--doc", "talk", *options)
    assert of_data == of_files


def test_a_data_set_may_be_several_words_or_a_pattern(run) -> None:
    columns = ["--a", "old", "--b", "new", "--ref", "human", *HERE]
    expected = numbers(run, "compare", "--data", "corpus", *columns)
    for words in (["corpus/1.parquet", "corpus/2.parquet"], ["corpus/*.parquet"]):
        assert numbers(run, "compare", "--data", *words, *columns) == expected
    assert numbers(run, "compare", *columns, "--data", "corpus") == expected


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["old", *COMPARE[1:]], "A and B are columns"),
        (COMPARE[:-2], "--data needs --ref COLUMN"),
        ([*COMPARE, "--where", "a.copy"], "--where"),
        ([*COMPARE, "-m", "chrf"], "-m"),
        ([*COMPARE, "--fail-if", "chrf<0"], "BLEU alone"),
        ([*COMPARE, "--cluster", "nowhere"], "'nowhere' is none of them"),
        ([*COMPARE, *HERE, "--workers", "2"], "--workers"),
        (["old", "new", "--ref", "human", "--skip-bad", "--doc", "x"], "--doc and --skip-bad"),
        ([], "A"),
    ],
)
def test_options_that_do_not_go_together_are_refused(run, arguments, why) -> None:
    arguments = [word for word in arguments if word != "compare"]
    code, out, err = run("compare", *arguments)
    assert (code, out) == (2, "")
    assert why in err
