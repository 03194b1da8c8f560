"""The command line takes every format that the app takes, and reads the same out of it."""

import html
import io
import json
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU

from bleu_core.messages import codes
from bleu_core.readers import FORMATS, assemble, read_all
from bleu_core.readers.choices import apply_roles
from tests.command import Command, write

SOURCE = ["eins zwei drei vier fünf", "sechs sieben acht", "neun zehn elf zwölf"]
REFERENCE = ["one two three four five", "six seven eight nine ten", "café twelve thirteen"]
SYSTEMS = {
    "sysA": ["one two three four six", "six seven eight nine two", "café twelve"],
    "sysB": ["one two four five", "six seven eight nine ten", "coffee twelve thirteen"],
    "sysC": ["two", "six seven", "twelve thirteen fourteen"],
}
TABLE = {"src": SOURCE, "ref": REFERENCE, **SYSTEMS}


def delimited(separator: str) -> bytes:
    rows = [list(TABLE), *zip(*TABLE.values(), strict=True)]
    return "".join(separator.join(row) + "\n" for row in rows).encode()


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, lines in {"source": SOURCE, "reference": REFERENCE, **SYSTEMS}.items():
            archive.writestr(f"wmt/{name}.en", "".join(f"{line}\n" for line in lines))
    return out.getvalue()


CONTAINERS: dict[str, Callable[[], bytes]] = {"t.tsv": lambda: delimited("\t"), "t.zip": zipped}


@pytest.fixture
def run(run: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """In a folder with each system, the reference, and a table of all of them.

    All is read in this process: its user has a machine of their own, and Ctrl-C.
    """
    write(Path(), {"ref.en": REFERENCE, **{f"{name}.en": SYSTEMS[name] for name in SYSTEMS}})
    Path("t.tsv").write_bytes(delimited("\t"))
    monkeypatch.setattr("bleu_core.readers.sandbox.run", None)
    return run


def compared(run: Command, *arguments: str) -> Any:
    return run.json("compare", *arguments, "--trials", "0")


def by_the_app(file: str, a: str = "", b: str = "") -> str:
    """The digest of what the Data screen makes of one file with the roles that it suggests."""
    ready = apply_roles(read_all(Path(file).read_bytes(), file), {})
    return assemble(ready, a, b).evalset.digest


def bleu(name: str) -> float:
    return float(BLEU().corpus_score(SYSTEMS[name], [REFERENCE]).score)


def assert_of(found: Any, a: str, b: str) -> None:
    assert found["delta"] == pytest.approx(bleu(b) - bleu(a), abs=1e-9)
    assert (found["a"]["name"], found["b"]["name"]) == (a, b)


@pytest.mark.parametrize("file", CONTAINERS)
def test_one_file_of_several_systems_is_read_as_the_app_reads_it(run: Command, file: str) -> None:
    Path(file).write_bytes(CONTAINERS[file]())
    for options, a, b in (
        ([], "sysA", "sysB"),
        (["--a", "sysC", "--b", "sysA"], "sysC", "sysA"),
        (["--a", "sysB"], "sysB", "sysA"),
        (["--b", "sysA"], "sysB", "sysA"),
    ):
        found = compared(run, file, *options)
        assert_of(found, a, b)
        assert found["digest"] == by_the_app(file, a, b)
    code, out, _ = run("score", file, "--system", "sysB", "--format", "json")
    assert (code, json.loads(out)["score"]) == (0, pytest.approx(bleu("sysB"), abs=1e-9))
    told, advice = run.refused("score", file)
    assert codes([told, advice]) == ["systems.not_chosen", "option.choose_system"]
    assert "--system NAME" in advice
    for name in ("compare", "score"):
        code, out, err = run(name, file, "--list")
        assert (code, err) == (0, "")
        rows = [row.split()[:2] for row in out.splitlines() if row.startswith("  ")]
        # As they are listed, they were chosen above.
        assert sorted(row[1] for row in rows if row[0] == "system") == [*SYSTEMS]
        kinds = [row[0] for row in rows]
        assert kinds.count("reference") == kinds.count("source") == 1
        assert "3 segments" in out


def test_columns_that_no_role_is_known_of_are_listed_and_can_be_chosen(
    run: Command, tmp_path: Path
) -> None:
    def table(*columns: list[str]) -> list[str]:
        return ["\t".join(row) for row in zip(*columns, strict=True)]

    tables = {"bare.tsv": SYSTEMS.values(), "refs.tsv": [REFERENCE, SYSTEMS["sysA"]]}
    write(tmp_path, {name: table(*columns) for name, columns in tables.items()})
    out = run("compare", "bare.tsv", "ref.en", "--list", "--ref", "ref.en")[1]
    assert out.splitlines()[1] == "  metadata    column 1  one two three four six"
    assert out.count("ref.en: plain text") == 2
    told = run.refused("compare", "bare.tsv", "--ref", "ref.en")
    assert told[0].code == "file.holds_no_output"
    assert told[0].values["columns"] == [
        f"column {number} ({texts[0]})" for number, texts in enumerate(SYSTEMS.values(), 1)
    ]
    assert "option.choose_system" in codes(told)
    names = ("--name-a", "sysC", "--name-b", "sysA")
    chosen = ("--a", "column 3", "--b", "column 1")
    assert_of(compared(run, "bare.tsv", "--ref", "ref.en", *chosen, *names), "sysC", "sysA")
    told = run.refused("score", "sysB.en", "--ref", "refs.tsv")
    assert told[0].code == "file.holds_no_reference"
    firsts = [f"column 1 ({REFERENCE[0]})", f"column 2 ({SYSTEMS['sysA'][0]})"]
    assert told[0].values["columns"] == firsts
    assert "option.choose_several_per_line" in codes(told)
    code, out, _ = run("score", "sysB.en", "--ref", "refs.tsv",
                       "--input-format", "refs.tsv=tab-separated", "--format", "json")  # fmt: skip
    wanted = BLEU().corpus_score(SYSTEMS["sysB"], [REFERENCE, SYSTEMS["sysA"]]).score
    assert (code, json.loads(out)["score"]) == (0, pytest.approx(wanted, abs=1e-9))
    for form in ("refs.tsv=tab-separated", "tab-separated"):
        found = run.json("score", "sysB.en", "--ref", "refs.tsv", "ref.en", "--input-format", form)
        assert found["score"] == pytest.approx(wanted, abs=1e-9)
    told = run.refused("score", "refs.tsv", "--input-format", "tab-separated")
    assert told[0].code == "file.holds_no_output"


def test_a_format_can_be_chosen_where_the_guess_is_wrong(run: Command, tmp_path: Path) -> None:
    lines = ['{"a": "not JSON', "src,ref", "{}"]
    write(tmp_path, {"a.en": lines, "b.en": lines, "r.en": lines})
    files = ("a.en", "b.en", "--ref", "r.en")
    told = codes(run.refused("compare", *files))
    assert "file.guessed_format" in told
    assert told[-1] == "option.choose_format"
    for given in (["text"], ["a.en=text", "b.en=text", "r.en=text"]):
        options = [word for one in given for word in ("--input-format", one)]
        assert compared(run, *files, *options)["segments"] == 3
    (told,) = run.refused("score", "a.en", "--ref", "r.en", "--input-format", "txt")
    assert (told.code, told.values["known"]) == ("option.unknown", [*FORMATS])


def test_one_file_of_another_encoding_gives_the_score_of_its_text(
    run: Command, tmp_path: Path
) -> None:
    files = ("sysA.en", "sysB.en", "--ref", "ref.en")
    true = compared(run, *files)
    legacy = "".join(f"{line}\n" for line in SYSTEMS["sysA"]).encode("cp1252")
    (tmp_path / "sysA.en").write_bytes(legacy)
    told, advice = run.refused("compare", *files)
    assert (told.code, advice.code) == ("encoding.invalid", "option.choose_encoding")
    assert told.values["line"] == 3
    for name in [*told.values["possible"][:2], "sysA.en=latin-1", "CP1252"]:
        assert compared(run, *files, "--encoding", name)["digest"] == true["digest"]
    assert "cp1252" in run("compare", *files, "--encoding", "cp1252", "--trials", "0")[2]
    for given, code in (
        (["gone.en=latin-1"], "option.unknown"),
        (["latn-1"], "encoding.unknown"),
        (["rot13"], "encoding.unknown"),
        (["sjis", "latin-1"], "option.repeated"),
    ):
        options = [word for one in given for word in ("--encoding", one)]
        assert codes(run.refused("compare", *files, *options)) == [code]


def test_the_sacrebleu_command_gives_the_scores_of_the_report(run: Command, tmp_path: Path) -> None:
    for name in ("two words.en", "$(x) 'y'.en"):
        (tmp_path / name).write_bytes((tmp_path / "sysB.en").read_bytes())
        found = compared(
            run, "sysA.en", name, "--ref", "ref.en", "sysC.en", "--report", "r.static.html"
        )
        [command] = re.findall(
            r"<bdi>(sacrebleu .*?)</bdi>", (tmp_path / "r.static.html").read_text()
        )
        program, *words = shlex.split(html.unescape(command))
        assert words[:5] == ["ref.en", "sysC.en", "-i", "sysA.en", name]
    done = subprocess.run(
        [sys.executable, "-m", program, *words, "-f", "json"], capture_output=True, text=True
    )
    scores = [one["BLEU"].split()[0] for one in json.loads(done.stdout)]
    assert scores == [f"{found[side]['score']:.2f}" for side in "ab"]


def test_a_reference_and_a_source_may_be_columns_of_a_file(run: Command, tmp_path: Path) -> None:
    rows = [{"text": {"de": s, "en": r}} for s, r in zip(SOURCE, REFERENCE, strict=True)]
    write(tmp_path, {"a:b.json": [json.dumps(rows)], "out.txt": SYSTEMS["sysB"]})
    named = ["--ref", "a:b.json:text.en", "--src", "a:b.json:text.de"]
    found = run.json("compare", "out.txt", "out.txt", "--name-b", "again", *named, code=0)
    assert found["a"]["score"] == pytest.approx(bleu("sysB"), abs=1e-9)
    told, *advice = run.refused("score", "out.txt", "--ref", "a:b.json")
    assert "text.en" in told
    assert "option.choose_column" in codes(advice)
    assert codes(run.refused("score", "out.txt", "--ref", "a:b.json:fr")) == [
        "file.no_such_column"
    ]  # fmt: skip
    # What is read is not written over.
    (tmp_path / "t.csv").write_bytes(delimited(","))
    over = run.refused("compare", "t.tsv", "--ref", "t.csv:sysA", "--report", "t.csv")
    assert codes(over) == ["report.over_input"]
