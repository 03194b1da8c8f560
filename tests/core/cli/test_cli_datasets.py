"""`compare --data`: a data set of Parquet has the numbers that its texts have as files."""

import json
import os
import random
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from socket import socket
from time import sleep
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core.datasets import Map, here, load
from bleu_core.messages import codes
from bleu_core.workspace import Workspace, find_comparison, load_comparison
from tests.command import Command, write
from tests.core.suite.test_sample import shell
from tests.documents import blocks
from tests.places import ROOT
from tests.ports import free_port
from tests.saved_pages import saved_document

WORDS = "the a cat dog sat saw on of mat two aunts late , .".split()  # noqa: SIM905
ROWS = 2_500
NUMBERS = ("a", "b", "delta", "ledger")
COLUMNS = ("--a", "old", "--b", "new", "--ref", "human")
COMPARE = ("compare", "--data", "corpus", *COLUMNS)
HERE = ("--cluster", "here")
FILES = ("compare", "old", "new", "--ref", "human")


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


def numbers(run: Command, *arguments: str) -> dict[str, object]:
    return of(run.json(*arguments, "--trials", "0"))


# Options, and where the JSON that they change is.
OPTIONS = {
    "where": ["--where", "reference.length > 20 and not a.copy", "--trials", "200"],
    "slices": ["--find-slices", "--seed", "7", "--no-ngrams", "--no-detectors"],
    "metrics": ["-m", "chrf", "wer", "--threshold", "short=0.9", "--fail-if", "bleu<9 and chrf<9"],
    "scores": ["--scores", "COMET=old.scores", "--scores", "COMET=new.scores", "--trials", "100"],
    "gates": [
        "--gate",
        "reference.length > 20: -0.3",
        "--fail-under",
        "-9",
        "--fail-if-significant",
    ],
    "settings": ["--tokenize", "char", "-lc", "-s", "add-k", "--max-order", "2"],
    "lengths": ["--reference-length", "average", "--trials", "0"],
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
    more = ("--src", "human", "--docs", "talk", "--format", "json", "--accept-findings")
    (code, ours, _), (expected, theirs, _) = (
        run(*words, *more, *OPTIONS[options])
        for words in ((*COMPARE, "other", *HERE), (*FILES, "other"))
    )
    assert code == expected == (options in ("metrics", "gates"))
    of_data, of_files = (
        {name: value for name, value in json.loads(text).items() if name not in PROVENANCE}
        for text in (ours, theirs)
    )
    assert of_data == of_files


def test_several_files_may_follow_one_option(run) -> None:
    several = ("compare", "--data", "corpus/1.parquet", "corpus/2.parquet", *COLUMNS)
    assert numbers(run, *several, *HERE, "--docs", "talk") == numbers(
        run, *COMPARE, *HERE, "--docs", "talk"
    )


def test_reports_of_every_format_say_where_the_texts_come_from(run) -> None:
    endings = (".static.html", ".md", ".tex", ".csv", ".xlsx")
    reports = [word for ending in endings for word in ("--report", f"r{ending}")]
    where = ["--where", "a.length > 5"]
    assert run(*COMPARE, *HERE, *reports, *where, "--trials", "0")[0] == 0
    page = Path("r.static.html").read_text("utf-8")
    for told in ("column of A", "corpus/1.parquet", "5 row groups in 2 files"):
        assert told in page
    assert "--data" in page  # in the command that compares the same again
    assert "SHA-256" not in page
    assert Path("r.csv").read_text("utf-8").count("\n") > 1_000
    assert Path("r.xlsx").stat().st_size > 10_000


def test_columns_are_those_of_the_same_texts_in_files(run) -> None:
    found, expected = (
        run(*words, "--docs", "talk", "--columns")[1] for words in ((*COMPARE, *HERE), FILES)
    )
    assert found == expected


def test_options_that_do_not_go_together_are_refused(run) -> None:
    for named, arguments in {
        "A and B": ["compare", "old", *COMPARE[1:]],
        "--ref": COMPARE[:-2],
        "'nowhere'": [*COMPARE, "--cluster", "nowhere"],
        "'gopher://x'": [*COMPARE, "--cluster", "gopher://x"],
        "--workers": [*COMPARE, *HERE, "--workers", "2"],
        "--cluster and --workers": [*FILES, "--workers", "2", *HERE],
        "--data or --scores": [*FILES, "--skip-bad"],
        "A": ["compare"],
    }.items():
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert named in err


def test_what_a_data_set_cannot_have_is_refused_with_its_reason(run) -> None:
    refused = {
        "repair_with_data": ["--repair"],
        "list_with_data": ["--list"],
        "parquet_declares": ["--encoding", "latin-1"],
        "names_with_data": ["--name-b", "new system"],
    }
    for code, words in (*refused.items(), ("repair_with_data", ["--prefix"])):
        [told] = run.refused(*COMPARE, *words)
        assert (told.code, told.values["option"]) == (f"option.{code}", words[0])


def test_statistics_are_kept_for_their_owner_alone_and_the_link_is_told(run, folder) -> None:
    _, out, err = run(*COMPARE, *HERE, "--format", "json")
    digest = json.loads(out)["digest"]
    kept = folder / "kept" / "datasets"
    assert f"/?data={digest}" in err
    assert kept.stat().st_mode & 0o077 == 0
    assert (kept / "sets" / digest / "data.json").is_file()
    # Elsewhere the app does not look.
    code, _, err = run(*COMPARE, *HERE, "--statistics", "elsewhere", "--format", "json")
    assert (code, "/?data=" in err) == (0, False)
    assert (folder / "elsewhere" / "sets" / digest / "data.json").is_file()


def test_where_nothing_is_kept_a_folder_is_asked_for(run, folder, monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    code, out, err = run(*COMPARE, *HERE)
    assert (code, out) == (2, "")
    assert "--statistics" in err
    assert run(*COMPARE, *HERE, "--statistics", "here", "--format", "json")[0] == 0
    monkeypatch.setenv("BLEUSCOPE_HOME", str(folder / "kept"))
    code, _, err = run(*COMPARE, *HERE, "--statistics", "here", "--open")
    assert (code, "--statistics" in err) == (2, True)


def test_open_goes_on_in_the_app(run, folder, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("bleu_core.cli.app.open_app", lambda query: opened.append(query) or 0)
    digest = run.json(*COMPARE, *HERE, "--open")["digest"]
    assert opened == [f"data={digest}"]
    # What people say of it is kept in the workspace, and its texts are not copied there.
    workspace = Workspace.open(folder / "kept")
    found = find_comparison(workspace, digest)
    assert found is not None
    assert (found.segments, found.systems) == (ROWS, ("old", "new"))
    assert load_comparison(workspace, digest) is None
    assert load(folder / "kept" / "datasets", digest) is not None


def test_the_same_command_reads_no_text_again(run, folder) -> None:
    first = numbers(run, *COMPARE, *HERE)
    paths = [path for path in Path("kept/datasets").rglob("*.*") if path.name != "data.json"]
    before = [path.stat().st_mtime_ns for path in paths]
    assert numbers(run, *COMPARE, *HERE) == first
    assert [path.stat().st_mtime_ns for path in paths] == before


def spoiled(path: str) -> int:
    """Spoil the last group of rows of a file, and not its end; the rows that are then lost."""
    about = pq.read_metadata(path)
    group = about.row_group(about.num_row_groups - 1)
    data = bytearray(Path(path).read_bytes())
    for number in range(group.num_columns):
        column = group.column(number)
        at = column.dictionary_page_offset or column.data_page_offset
        data[at : at + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    Path(path).write_bytes(data)
    return group.num_rows


def test_a_damaged_group_of_rows_is_named_and_the_rest_is_kept(run, folder) -> None:
    lost = spoiled("corpus/1.parquet")
    told = run.refused(*COMPARE, *HERE)
    assert codes(told)[0] == "dataset.in_fragment"
    values = told[0].values
    assert (values["file"], values["group"]) == (str(folder / "corpus/1.parquet"), 3)
    assert values["problem"].code == "dataset.unreadable_rows"
    assert f"{lost} of 2,500 segments" in told[1]
    assert "--skip-bad" in told[2]
    assert len(list(Path("kept/datasets/statistics").rglob("*.parquet"))) == 4
    assert not list(Path("kept/datasets").glob("sets/*"))
    reports = ("--report", "r.static.html", "--report", "r.md")
    code, out, err = run(*COMPARE, *HERE, "--format", "json", "--skip-bad", *reports)
    assert (code, "row group 3" in err) == (0, True)
    assert f"{lost} of 2,500 segments" in err
    for report in ("r.static.html", "r.md"):
        assert "row group 3" in Path(report).read_text("utf-8")
    said = json.loads(out)
    assert (said["segments"], said["of"]) == (ROWS - lost, ROWS - lost)
    [missing] = said["missing"]
    assert (missing["code"], "row group 3" in missing["why"]) == ("dataset.in_fragment", True)
    # What is left has the numbers of its texts.
    write(folder, {name: lines[: 1500 - lost] + lines[1500:] for name, lines in TABLE.items()})
    assert of(said) == numbers(run, *FILES)


def test_the_gate_fails_a_candidate_below_its_limit(run) -> None:
    for limit, code in (("0", 1), ("-99", 0)):
        found, out, err = run(*COMPARE, *HERE, "--fail-under", limit, "--format", "json")
        assert found == code
        assert bool(json.loads(out)["regressions"]) == bool(code) == ("Regression" in err)


def test_no_more_processes_are_started_than_the_machine_bears_or_have_work(
    run, folder, monkeypatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    started: list[int] = []

    def processes(number: int) -> Map:
        started.append(number)
        return here

    monkeypatch.setattr("bleu_core.datasets.processes", processes)
    code, _, said = run(*COMPARE, "--workers", "1000")
    assert (code, started) == (2, [])
    assert re.findall(r"\d+", said) == ["1000", "2", "8"]
    assert run(*COMPARE, "--workers", "8")[0] == 0
    assert run(*COMPARE)[0] == 0
    assert started == [5, 2]  # of five groups of rows
    pq.write_table(pa.table(TABLE), "one.parquet")
    assert run("compare", "--data", "one.parquet", *COLUMNS)[0] == 0
    assert started == [5, 2]  # one group of rows is counted here


def test_what_is_missing_is_told(run, monkeypatch) -> None:
    told = run.refused("compare", "--data", "nowhere", *COLUMNS, *HERE)
    assert codes(told) == ["dataset.no_file"]
    [told] = run.refused("compare", "--data", "corpus", "--a", "none", *COLUMNS[2:], *HERE)
    assert codes([told.values["problem"]]) == ["dataset.missing_column"]
    monkeypatch.setattr("bleu_core.cluster.CONNECT_TIMEOUT", 0.1)
    told = run.refused(*COMPARE, "--cluster", "tcp://127.0.0.1:1")
    assert codes(told) == ["cluster.unreachable"]
    monkeypatch.setattr("bleu_core.cli.data_set.find_spec", lambda name: None)
    code, _, err = run(*COMPARE, "--cluster", "tcp://127.0.0.1:1")
    assert (code, "bleuscope[cluster]" in err) == (2, True)


def guide_commands() -> list[list[str]]:
    """The commands of the guide on data sets, as written: those of each block."""
    guide = (ROOT / "docs" / "how-to" / "data-sets.md").read_text("utf-8")
    return [re.sub(r"\\\n", "", block).splitlines() for block in blocks(guide, "sh")]


@pytest.mark.slow
def test_the_guide_compares_a_data_set_as_written(run, folder) -> None:
    expected = numbers(run, *FILES)
    counts, reports, gates = guide_commands()[0]
    assert "--workers 2" in counts
    done = shell(counts, folder)
    assert done.returncode == 0, done.stderr
    assert f"{-expected['delta']:.2f} BLEU below A" in done.stdout
    link = re.search(r"/\?data=(\w{64})", done.stderr)
    assert link is not None
    assert shell(reports, folder).returncode == 0
    (pair,) = saved_document(Path("corpus.html").read_text("utf-8"))["sets"][0]["pairs"]
    assert "document" in [partition["name"] for partition in pair["slices"]]
    done = shell(gates, folder)
    said = json.loads(done.stdout)
    assert (done.returncode, "is below −0.5" in done.stderr) == (1, True)
    assert (of(said), said["digest"]) == (expected, link[1])


@pytest.mark.slow
def test_the_guide_compares_on_a_cluster_as_written(run, folder) -> None:
    expected, port = numbers(run, *FILES), free_port()
    here = {
        "--host 10.0.0.1": f"--host 127.0.0.1 --port {port}",
        "10.0.0.1:8786": f"127.0.0.1:{port}",
        "/shared/": "",
        "dask ": f"exec '{sys.executable}' -m dask ",
    }
    lines = guide_commands()[1]
    for there, instead in here.items():
        lines = [line.replace(there, instead) for line in lines]
    *servers, compare = lines
    with ExitStack() as until_the_end:
        for server in servers:
            process = subprocess.Popen(
                ["bash", "-ec", server], cwd=folder, stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
            )  # fmt: skip
            until_the_end.callback(process.wait)
            until_the_end.callback(process.terminate)
            while process.poll() is None and not listens(port):
                sleep(0.1)
        done = shell(f"{compare} --format json", folder)
    assert done.returncode == 0, done.stderr
    assert of(json.loads(done.stdout)) == expected
    assert (folder / "statistics" / "sets").is_dir()


def listens(port: int) -> bool:
    with socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_counted(run, folder) -> None:
    whole = numbers(run, "compare", "--data", "corpus/1.parquet", *COLUMNS, *HERE)
    path = Path("corpus/2.parquet")
    path.write_bytes(path.read_bytes()[:-100])
    told = run.refused(*COMPARE, *HERE)[0]
    assert told.values["files"] == [str(path.resolve())]
    assert codes([told.values["problem"]]) == ["dataset.not_parquet"]
    assert len(list(Path("kept/datasets/statistics").rglob("*.parquet"))) == 3
    said = run.json(*COMPARE, *HERE, "--skip-bad", "--trials", "0")
    assert of(said) == whole
    [missing] = said["missing"]
    assert missing["code"] == "dataset.in_files"
    code, out, err = run(*COMPARE, *HERE, "--skip-bad", "--format", "markdown")
    # Printed with its path; a report has it beside "1.parquet", and no folder of this machine.
    assert (code, str(path.resolve()) in err, "1 file could" in err) == (0, True, True)
    assert "2.parquet: not a readable Parquet file" in out
    assert str(path.resolve().parent) not in out
    Path("corpus/1.parquet").unlink()
    code, out, err = run(*COMPARE, *HERE, "--skip-bad")
    assert (code, out, "2.parquet" in err) == (2, "", True)
