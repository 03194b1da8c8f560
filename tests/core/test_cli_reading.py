"""The command line takes every format that the app takes, and reads the same out of it."""

from __future__ import annotations

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

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sacrebleu.metrics.bleu import BLEU

from bleu_core.cli import command, main
from bleu_core.readers import FORMATS, assemble, read_all
from bleu_core.readers.choices import chosen, system_names

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


def objects() -> list[dict[str, str]]:
    return [dict(zip(TABLE, row, strict=True)) for row in zip(*TABLE.values(), strict=True)]


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(TABLE), out)
    return out.getvalue()


def xlsx() -> bytes:
    book = pytest.importorskip("openpyxl").Workbook()
    for row in [list(TABLE), *zip(*TABLE.values(), strict=True)]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def mteval() -> bytes:
    sets = [("srcset", "", SOURCE), ("refset", "refid='ref'", REFERENCE)]
    sets += [("tstset", f"sysid='{name}'", lines) for name, lines in SYSTEMS.items()]
    return "".join(
        f"<{kind} setid='s' {label}><doc docid='d'>"
        + "".join(f"<seg id='{i}'>{line}</seg>" for i, line in enumerate(lines, 1))
        + f"</doc></{kind}>\n"
        for kind, label, lines in sets
    ).encode()


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, lines in {"source": SOURCE, "reference": REFERENCE, **SYSTEMS}.items():
            archive.writestr(f"wmt/{name}.en", "".join(f"{line}\n" for line in lines))
    return out.getvalue()


CONTAINERS: dict[str, Callable[[], bytes]] = {
    "t.tsv": lambda: delimited("\t"),
    "t.csv": lambda: delimited(","),
    "t.json": lambda: json.dumps(objects()).encode(),
    "t.jsonl": lambda: "".join(json.dumps(row) + "\n" for row in objects()).encode(),
    "t.parquet": parquet,
    "t.xlsx": xlsx,
    "t.xml": mteval,
    "t.zip": zipped,
}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """run("score", …): exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.en").write_text("".join(f"{line}\n" for line in REFERENCE), "utf-8")
    for name, lines in SYSTEMS.items():
        (tmp_path / f"{name}.en").write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture(params=CONTAINERS)
def container(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    (tmp_path / request.param).write_bytes(CONTAINERS[request.param]())
    return request.param


def compared(run: Run, *arguments: str) -> dict:
    code, out, err = run("compare", *arguments, "--trials", "0", "--format", "json")
    assert code == 0, err
    return json.loads(out)


def by_the_app(file: str, a: str = "", b: str = "") -> str:
    """The digest of what the Data screen makes of one file with the roles that it suggests."""
    ready = chosen(read_all(Path(file).read_bytes(), file), {})
    return assemble(ready, a, b).evalset.digest


def bleu(name: str) -> float:
    return BLEU().corpus_score(SYSTEMS[name], [REFERENCE]).score


def test_one_file_of_several_systems_is_compared_as_the_app_compares_it(run, container) -> None:
    found = compared(run, container)
    assert found["digest"] == by_the_app(container)
    assert (found["a"]["name"], found["b"]["name"]) == ("sysA", "sysB")
    assert found["delta"] == pytest.approx(bleu("sysB") - bleu("sysA"), abs=1e-9)
    assert (
        "Of 3 systems (sysA, sysB and sysC), A is sysA and B is sysB."
        in run("compare", container, "--trials", "0")[2]
    )


@pytest.mark.parametrize(("a", "b"), [("sysC", "sysA"), ("sysB", ""), ("", "sysA"), ("", "sysC")])
def test_systems_are_chosen_by_name(run, container, a: str, b: str) -> None:
    options = [*(["--a", a] if a else []), *(["--b", b] if b else [])]
    found = compared(run, container, *options)
    assert found["digest"] == by_the_app(container, a, b)
    wanted = a or next(name for name in SYSTEMS if name != b)
    other = b or next(name for name in SYSTEMS if name != a)
    assert found["delta"] == pytest.approx(bleu(other) - bleu(wanted), abs=1e-9)


def test_systems_may_be_chosen_from_two_files(run, container) -> None:
    found = compared(run, container, container, "--a", "sysB", "--b", "sysC", "--ref", "ref.en")
    assert found["delta"] == pytest.approx(bleu("sysC") - bleu("sysB"), abs=1e-9)
    assert (found["a"]["name"], found["b"]["name"]) == ("sysB", "sysC")
    found = compared(run, "sysA.en", container, "--b", "sysC", "--name-b", "new")
    assert found["delta"] == pytest.approx(bleu("sysC") - bleu("sysA"), abs=1e-9)
    assert (found["a"]["name"], found["b"]["name"]) == ("sysA", "new")


def test_score_chooses_one_system(run, container) -> None:
    code, out, err = run("score", container, "--system", "sysB", "--json")
    assert (code, json.loads(out)["score"]) == (0, pytest.approx(bleu("sysB"), abs=1e-9)), err
    code, out, err = run("score", container)
    assert (code, out) == (2, "")
    assert f"output ({container}) holds 3 systems (sysA, sysB and sysC)" in err
    assert "--system NAME" in err
    assert not re.search(r"\b[AB]\b", err)


def test_list_prints_what_there_is(run, container) -> None:
    for line in (["compare", container], ["score", container]):
        code, out, err = run(*line, "--list")
        assert (code, err) == (0, "")
        rows = [row.split()[:2] for row in out.splitlines() if row.startswith("  ")]
        assert sorted(row[1] for row in rows if row[0] == "system") == [*SYSTEMS]
        assert [row[0] for row in rows].count("reference") == 1
        assert [row[0] for row in rows].count("source") == 1
        assert "3 segments" in out
    for name in SYSTEMS:  # as they are listed, they can be chosen
        assert run("score", container, "--system", name)[0] == 0


def test_list_tells_columns_that_no_role_is_known_of(run, tmp_path) -> None:
    text = "".join("\t".join(row) + "\n" for row in zip(*SYSTEMS.values(), strict=True))
    (tmp_path / "bare.tsv").write_text(text)
    code, out, _ = run("compare", "bare.tsv", "ref.en", "--list", "--ref", "ref.en")
    assert code == 0
    assert out.splitlines()[1] == "  metadata    column 1  one two three four six"
    assert out.count("ref.en: plain text") == 2
    code, _, err = run("compare", "bare.tsv", "--ref", "ref.en")
    assert code == 2
    assert "it holds column 1, column 2 and column 3" in err
    assert "--a NAME" in err
    chosen = ["--a", "column 3", "--b", "column 1"]
    found = compared(run, "bare.tsv", "--ref", "ref.en", *chosen)
    assert found["delta"] == pytest.approx(bleu("sysA") - bleu("sysC"), abs=1e-9)


def test_a_reference_of_unnamed_columns_says_what_to_do(run, tmp_path) -> None:
    (tmp_path / "refs.tsv").write_text(
        "".join("\t".join(row) + "\n" for row in zip(REFERENCE, SYSTEMS["sysA"], strict=True))
    )
    code, _, err = run("score", "sysB.en", "--ref", "refs.tsv")
    assert code == 2
    assert "no column that is known as a reference; it holds column 1 and column 2" in err
    assert "--tab-separated" in err
    code, out, _ = run("score", "sysB.en", "--ref", "refs.tsv", "--tab-separated", "--json")
    wanted = BLEU().corpus_score(SYSTEMS["sysB"], [REFERENCE, SYSTEMS["sysA"]]).score
    assert (code, json.loads(out)["score"]) == (0, pytest.approx(wanted, abs=1e-9))


def test_a_format_can_be_chosen_where_the_guess_is_wrong(run, tmp_path) -> None:
    lines = ['{"a": "not JSON', "src,ref", "{}"]
    for name in ("a.en", "b.en", "r.en"):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    code, _, err = run("compare", "a.en", "b.en", "--ref", "r.en")
    assert code == 2
    assert "a.en is read as JSON; if it is not, choose its format." in err
    assert "--input-format FILE=FORMAT" in err
    for said in (["text"], ["a.en=text", "b.en=text", "r.en=text"]):
        options = [word for one in said for word in ("--input-format", one)]
        assert compared(run, "a.en", "b.en", "--ref", "r.en", *options)["segments"] == 3
    code, _, err = run("score", "a.en", "--ref", "r.en", "--input-format", "txt")
    assert code == 2
    assert all(form in err for form in FORMATS)


def test_one_file_of_another_encoding_gives_the_score_of_its_text(run, tmp_path) -> None:
    true = compared(run, "sysA.en", "sysB.en", "--ref", "ref.en")
    legacy = "".join(f"{line}\n" for line in SYSTEMS["sysA"]).encode("cp1252")
    (tmp_path / "sysA.en").write_bytes(legacy)
    files = ["sysA.en", "sysB.en", "--ref", "ref.en"]
    code, _, err = run("compare", *files)
    assert code == 2
    assert "sysA.en, line 3: byte 0xe9 is not UTF-8 text" in err
    assert "--encoding NAME" in err
    [advised] = re.findall(r"choose its encoding: (.*) would be possible", err)
    for name in [*re.split(", | or ", advised)[:2], "sysA.en=latin-1", "CP1252"]:
        found = compared(run, *files, "--encoding", name)
        assert found["digest"] == true["digest"]
    assert (
        "sysA.en: it is not UTF-8; read as cp1252."
        in run("compare", *files, "--encoding", "cp1252", "--trials", "0")[2]
    )
    for wrong, said in (
        ("gone.en=latin-1", "'gone.en' is none of the files that are given: sysA.en, sysB.en"),
        ("latn-1", "latin-1"),
        ("rot13", "'rot13' is not known"),
    ):
        code, out, err = run("compare", *files, "--encoding", wrong)
        assert (code, out) == (2, "")
        assert said in err
    code, _, err = run("compare", *files, "--encoding", "sjis", "--encoding", "latin-1")
    assert (code, "is said twice" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", "t.tsv", "--a", "sysX"], "no system 'sysX'; there are sysA, sysB and sysC"),
        (["compare", "t.tsv", "--a", "sysA", "--b", "sysA"], "the same system, 'sysA'"),
        (["compare", "t.tsv", "ref.en"], "A (t.tsv) holds 3 systems (sysA, sysB and sysC); choose"),
        (["compare", "sysA.en", "--ref", "ref.en"], "no output of system B; give its file"),
        (["compare", "sysA.en", "--ref", "ref.en", "sysB.en"], "no output of system B"),
        (["compare", "sysA.en", "sysB.en", "--a", "x"], "has no system 'x'; it holds sysA."),
        (["compare", "t.tsv", "--name-a", "sysC"], "Another system is called 'sysC'"),
        (["score", "t.tsv", "--system", "sysX"], "no system 'sysX'; it holds sysA, sysB and sysC."),
    ],
)
def test_choices_that_cannot_be_are_told(run, tmp_path, arguments, said) -> None:
    (tmp_path / "t.tsv").write_bytes(delimited("\t"))
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_several_references_may_follow_one_file_that_holds_both(run, tmp_path) -> None:
    (tmp_path / "t.tsv").write_bytes(delimited("\t"))
    found = compared(run, "t.tsv", "--ref", "ref.en", "sysC.en")
    one = compared(run, "sysA.en", "sysB.en", "--ref", "ref.en", "sysC.en")
    assert found["delta"] == pytest.approx(one["delta"], abs=1e-12)


def test_help_names_every_format() -> None:
    for name in ("compare", "score"):
        option = next(p for p in command.commands[name].params if p.name == "formats")
        assert [word.strip(" .") for word in option.help.partition(":")[2].split(",")] == [*FORMATS]
        options = [p for p in command.commands[name].params if isinstance(p, click.Option)]
        assert [option.name for option in options if not option.help] == []


def test_names_of_the_listing_are_those_of_the_app(run, tmp_path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for folder in ("x", "y"):
            archive.writestr(f"{folder}/out.en", f"{folder}\n")
    (tmp_path / "t.zip").write_bytes(out.getvalue())
    names = system_names(chosen(read_all(out.getvalue(), "t.zip"), {}))
    listed = run("compare", "t.zip", "--list")[1]
    assert re.findall(r"^  system +(\S+(?: \(2\))?)", listed, re.M) == names == ["out", "out (2)"]


@pytest.mark.parametrize("name", ["sysB.en", "two words.en", "$(x) 'y'.en"])
def test_the_sacrebleu_command_names_the_files(run, tmp_path, name: str) -> None:
    """As it stands in the report, it gives the scores of the report."""
    (tmp_path / name).write_bytes((tmp_path / "sysB.en").read_bytes())
    found = compared(run, "sysA.en", name, "--ref", "ref.en", "sysC.en", "--report", "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    [command] = re.findall(r"<code>(sacrebleu .*?)</code>", page)
    program, *words = shlex.split(html.unescape(command))
    assert words[:5] == ["ref.en", "sysC.en", "-i", "sysA.en", name]
    done = subprocess.run(
        [sys.executable, "-m", program, *words, "-f", "json"], capture_output=True, text=True
    )
    scores = [one["BLEU"].split()[0] for one in json.loads(done.stdout)]
    assert scores == [f"{found[side]['score']:.2f}" for side in "ab"]


def test_files_that_sacrebleu_would_read_otherwise_are_not_named(run, tmp_path) -> None:
    (tmp_path / "t.tsv").write_bytes(delimited("\t"))
    (tmp_path / "sysA.en").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "sysA.en").read_bytes())
    for files, wanted in (
        (["t.tsv"], "REFERENCE-1 -i A B "),
        (["sysA.en", "sysB.en", "--ref", "ref.en"], "ref.en -i A sysB.en "),
    ):
        assert run("compare", *files, "--report", "r.html", "--trials", "0")[0] == 0
        assert f"sacrebleu {wanted}" in (tmp_path / "r.html").read_text("utf-8")


def test_the_command_reads_in_its_own_process(tmp_path: Path) -> None:
    """Its user has a machine of their own, and Ctrl-C: no limit is set to what is read."""
    path = tmp_path / "all.tsv"
    path.write_bytes(delimited("\t"))
    code = (
        "import sys; from bleu_core.cli import main; "
        f"assert main(['compare', {str(path)!r}]) == 0; "
        "assert 'bleu_core.readers.apart' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
