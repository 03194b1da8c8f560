"""The command: what it prints is what sacreBLEU prints, and its exit code can be relied on."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sacrebleu.metrics.bleu import BLEU

from bleu_core.cli import command, main
from tests.places import ROOT

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
GOOD = [line.replace("aunt", "uncle") for line in REFERENCE]
# The planted regression: a candidate that loses the end of every line.
WORSE = [line.rsplit(" ", 4)[0] for line in GOOD]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, lines in (("ref.en", REFERENCE), ("baseline.en", GOOD), ("new.en", WORSE)):
        write(tmp_path / name, lines)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """run("score", …): exit code, standard output, standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of a shell, where `bleuscope` is this checkout's."""
    path = folder / "bin"
    path.mkdir(exist_ok=True)
    script = path / "bleuscope"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bleu_core.cli "$@"\n')
    script.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "LC_ALL": "C",
    }  # fmt: skip
    return subprocess.run(
        ["bash", "-ec", line], cwd=folder, env=environment, capture_output=True, text=True,
        encoding="utf-8",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ([], {}),
        (["--tokenize", "char", "-lc"], {"tokenize": "char", "lowercase": True}),
        (["-s", "add-k", "-sv", "2", "--max-order", "2"],
         {"smooth_method": "add-k", "smooth_value": 2, "max_ngram_order": 2}),
    ],
)  # fmt: skip
def test_score_prints_what_sacrebleu_prints(folder, run, options, settings) -> None:
    code, out, _ = run("score", "new.en", "--ref", "ref.en", "baseline.en", *options)
    metric = BLEU(**settings)
    expected = metric.corpus_score(WORSE, [REFERENCE, GOOD])
    assert code == 0
    # The part after the signature, to the last digit.
    assert out.partition(" = ")[2].strip() == str(expected).partition(" = ")[2]
    code, out, _ = run("score", "new.en", "--ref=ref.en", "--ref=baseline.en", *options, "--json")
    fields = json.loads(out)
    assert fields["score"] == expected.score
    assert (fields["counts"], fields["totals"]) == (expected.counts, expected.totals)


def test_score_reads_standard_input(folder) -> None:
    done = shell("cat new.en | bleuscope score - --ref ref.en", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert f" = {BLEU().corpus_score(WORSE, [REFERENCE]).score:.2f} " in done.stdout


def test_compare_as_text_json_and_markdown(folder, run) -> None:
    code, text, err = run("compare", "baseline.en", "new.en", "--ref", "ref.en", "--trials", "200")
    delta = BLEU().corpus_score(WORSE, [REFERENCE]).score
    delta -= BLEU().corpus_score(GOOD, [REFERENCE]).score
    assert (code, err) == (0, "")
    assert f"B scores {-delta:.2f} below A" in text
    assert "Most against B" in text
    arguments = ["compare", "baseline.en", "new.en", "--ref", "ref.en", "--trials", "200"]
    found = json.loads(run(*arguments, "--format", "json")[1])
    assert found["delta"] == pytest.approx(delta, abs=1e-12)
    assert sum(found["ledger"]["components"].values()) == pytest.approx(delta, abs=1e-9)
    assert found["significance"]["randomization"]["p_value"] == pytest.approx(1 / 201)
    assert found["losses"][0]["b"] in WORSE
    assert run(*arguments, "--format", "markdown")[1].startswith("### BLEU −")


def test_source_documents_and_reports(folder, run) -> None:
    write(folder / "docs", [f"d{i // 10}" for i in range(40)])
    code, _, _ = run(
        "compare", "baseline.en", "new.en", "--ref", "ref.en", "--src", "ref.en", "--docs", "docs",
        "--report", "r.html", "--report", "r.md", "--report", "r.tex", "--report", "r.CSV",
        "--trials", "100",
    )  # fmt: skip
    assert code == 0
    page = (folder / "r.html").read_text("utf-8")
    assert all(word in page for word in ("By document", "d3", "Source"))
    assert (folder / "r.tex").read_text("utf-8").count(r"\toprule") == 2
    assert len((folder / "r.CSV").read_text("utf-8").splitlines()) == 41


@pytest.mark.parametrize(
    ("a", "b", "gate", "code"),
    [
        ("baseline.en", "new.en", ["--fail-under", "-0.5"], 1),
        ("baseline.en", "new.en", ["--fail-under", "-99"], 0),
        ("baseline.en", "new.en", ["--fail-if-significant"], 1),
        ("new.en", "baseline.en", ["--fail-if-significant", "--fail-under", "0"], 0),
        ("new.en", "new.en", ["--fail-if-significant", "--fail-under", "0", "--name-b", "same"], 0),
        ("baseline.en", "new.en", ["--fail-under=-99", "--fail-if-significant"], 1),
        ("baseline.en", "new.en", ["--fail-under", "nan"], 2),
        ("baseline.en", "new.en", ["--fail-if-significant", "--trials", "0"], 2),
    ],
)
def test_the_gate(folder, run, a, b, gate, code) -> None:
    found, out, err = run("compare", a, b, "--ref", "ref.en", *gate)
    assert found == code
    assert ("Regression: " in err) == (code == 1)
    assert ("Most against B" in out) == (code != 2 and a == "baseline.en")


# Lines that can be told apart, which those above cannot.
WORDS = [f"word{i}" for i in range(500)]
VARIOUS = [" ".join(random.Random(i).choices(WORDS, k=12)) for i in range(40)]
OUTPUT = [line.rsplit(" ", 3)[0] + " so" for line in VARIOUS]


@pytest.fixture
def various(folder: Path) -> Path:
    write(folder / "ref.en", VARIOUS)
    write(folder / "baseline.en", OUTPUT)
    return folder


def test_findings_stand_before_the_verdict_and_end_with_2_unless_accepted(various, run) -> None:
    write(various / "slipped.en", [*OUTPUT[:9], *OUTPUT[10:], ""])
    arguments = ["compare", "baseline.en", "slipped.en", "--ref", "ref.en", "--trials", "100"]
    code, text, err = run(*arguments)
    assert code == 2
    told = "In system 'slipped', lines 10 to 39 belong 1 line later"
    assert text.index("Look at the input") < text.index(told) < text.index("B scores")
    assert "Most against B" in text
    assert all(way in err for way in ("--repair", "--accept-findings", "Mend the file"))
    code, out, _ = run(*arguments, "--format", "json", "--fail-under", "-0.5")
    assert code == 2  # which says more than that it regressed
    found = json.loads(out)
    assert found["regressions"]
    (shift,) = [one for one in found["findings"] if one["severity"] == "serious"]
    assert (shift["kind"], shift["stream"]) == ("shift", "system 'slipped'")
    assert shift["text"].startswith(told)
    assert shift["lines"] == {"count": 31, "first": list(range(10, 20))}
    assert run(*arguments, "--accept-findings")[0] == 0
    assert run(*arguments, "--accept-findings", "--fail-under", "-0.5")[0] == 1
    code, out, err = run(*arguments, "--repair", "--format", "json", "--name-b", "new")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["b"]["name"] == "new (repaired)"
    repaired = found["findings"][0]
    assert (repaired["kind"], repaired["severity"]) == ("repaired", "notice")
    mended = [*OUTPUT[:9], "", *OUTPUT[10:]]
    assert found["b"]["score"] == BLEU().corpus_score(mended, [VARIOUS]).score


def test_a_line_lost_in_the_middle_is_found_where_line_counts_differ(various, run) -> None:
    write(various / "lost.en", [*OUTPUT[:9], *OUTPUT[10:]])
    write(various / "doubled.en", [*OUTPUT[:20], *OUTPUT[19:]])
    arguments = ["compare", "doubled.en", "lost.en", "--ref", "ref.en", "--trials", "0"]
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "System 'lost' has 39 lines, and others have 40: it lacks line 10;" in err
    assert re.search("System 'doubled' has 41 lines, and others have 40: its line (20|21) is", err)
    assert "--repair" in err
    assert "nothing to go with" not in err
    code, out, _ = run(*arguments, "--repair", "--format", "json")
    found = json.loads(out)
    mended = [*OUTPUT[:9], "", *OUTPUT[10:]]
    assert found["a"]["score"] == BLEU().corpus_score(OUTPUT, [VARIOUS]).score
    assert found["b"]["score"] == BLEU().corpus_score(mended, [VARIOUS]).score
    told = [one["text"] for one in found["findings"] if one["kind"] == "repaired"]
    assert "line 10 was missing and is an empty output now" in told[1]
    assert "is left out" in told[0]
    # What has nothing in common cannot be mended.
    write(various / "other.en", [f"word{i} other{i}" for i in range(39)])
    code, _, err = run("compare", "baseline.en", "other.en", "--ref", "ref.en", "--repair")
    assert code == 2
    assert "--repair cannot mend it" in err


def test_score_tells_what_is_serious_and_repairs(various, run) -> None:
    write(various / "lost.en", [*OUTPUT[:9], *OUTPUT[10:]])
    mended = BLEU().corpus_score([*OUTPUT[:9], "", *OUTPUT[10:]], [VARIOUS]).score
    code, out, err = run("score", "lost.en", "--ref", "ref.en")
    assert (code, out) == (2, "")
    assert "has 39 lines, and others have 40: it lacks line 10;" in err
    code, out, err = run("score", "lost.en", "--ref", "ref.en", "--repair", "--json")
    assert (code, json.loads(out)["score"]) == (0, mended)
    assert "line 10 was missing and is an empty output now" in err
    write(various / "slipped.en", [*OUTPUT[:9], *OUTPUT[10:], ""])
    code, _, err = run("score", "slipped.en", "--ref", "ref.en")
    assert code == 0
    assert "lines 10 to 39 belong 1 line later" in err


def test_a_candidate_that_equals_its_baseline_passes_the_gate(folder, run) -> None:
    arguments = ["compare", "baseline.en", "baseline.en", "--ref", "ref.en", "--name-b", "same"]
    code, out, err = run(*arguments, "--fail-under", "-0.5")
    assert (code, err) == (0, "")
    assert "are the same in system 'same'" in out


def test_a_gate_that_cannot_judge_does_not_pass(folder, run) -> None:
    for name in ("ref.en", "baseline.en", "new.en"):
        write(folder / f"few-{name}", (folder / name).read_text().splitlines()[:12])
    arguments = ["few-baseline.en", "few-new.en", "--ref", "few-ref.en", "--fail-if-significant"]
    code, _, err = run("compare", *arguments)
    assert code == 2
    assert "cannot judge 12 segments; 30 are needed" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", "gone.en", "none.en", "--ref", "ref.en"], ["gone.en", "none.en"]),
        (["compare", "baseline.en", ".", "--ref", "ref.en"], [". cannot be read: Is a directory."]),
        (["compare", "baseline.en", "short.en", "--ref", "short.en", "ref.en"],
         ["reference 1", "short.en", "39"]),
        (["compare", "baseline.en", "new.en"], ["no reference"]),
        (["compare", "baseline.en"], ["no output of system B", "holds both", "no ref"]),
        (["compare", "--ref", "ref.en", "short.en", "baseline.en", "new.en"], ["extra argument"]),
        (["compare", "-", "-", "--ref", "ref.en"], ["only once"]),
        (["compare", "latin.en", "new.en", "--ref", "ref.en"], ["latin.en, line 2", "UTF-8"]),
        (["compare", "baseline.en", "new.en", "--ref", "ref.en", "--report", "r.pdf"], ["r.pdf"]),
        (["compare", "baseline.en", "new.en", "--ref", "ref.en", "--report", "no/r.md"], ["no"]),
        (["score", "new.en", "--ref", "ref.en", "--weights", "1,x"], ["--weights is '1,x'"]),
        (["score", "new.en", "--ref", "ref.en", "--weights", "1"], ["1 weight is given"]),
        (["score", "new.en", "--ref", "ref.en", "-sv", "1"], ["takes no smooth_value"]),
        (["score", "new.en", "--ref", "ref.en", "--tokenize", "17"], ["17"]),
        (["score", "short.en", "--ref", "ref.en"], ["39", "40"]),
        (["--port", "8501", "score", "new.en", "--ref", "ref.en"], ["for the app"]),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_sentences(folder, run, arguments, said) -> None:
    write(folder / "short.en", GOOD[:39])
    (folder / "latin.en").write_bytes("one\ncaf\xe9\n".encode("latin-1"))
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert [piece for piece in said if piece not in err] == []


def test_files_that_cannot_be_written(folder, run) -> None:
    (folder / "r.md").mkdir()
    arguments = ["compare", "baseline.en", "new.en", "--ref", "ref.en", "--report", "r.md"]
    assert run(*arguments)[0] == 2


def test_a_file_name_cannot_command_the_terminal(folder, run) -> None:
    code, _, err = run("compare", "\x1b[2Jgone", "new.en", "--ref", "ref.en")
    assert code == 2
    assert "\x1b" not in err


def test_of_very_many_segments_what_costs_most_is_left_out_unless_asked_for(
    folder, run, monkeypatch
) -> None:
    command = ("compare", "baseline.en", "new.en", "--ref", "ref.en", "--format", "json")
    usual = json.loads(run(*command)[1])
    assert usual["detectors"]
    assert usual["ngrams"]
    monkeypatch.setattr("bleu_core.cli.examining.MOST_FOR_NGRAMS", len(REFERENCE) - 1)
    _, out, told = run(*command)
    assert (json.loads(out)["detectors"], json.loads(out)["ngrams"]) == ([], [])
    assert "--ngrams" in told
    assert "--detectors" in told
    assert json.loads(run(*command, "--ngrams", "--detectors")[1]) == usual


def test_a_fault_of_the_program_is_no_regression(folder, run, monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("bleu_core.readers.read_system", fail)
    code, _, err = run("score", "new.en", "--ref", "ref.en")
    assert code == 70
    assert "a fault" in err


def test_the_app_is_opened_without_a_command(monkeypatch) -> None:
    opened = []
    monkeypatch.setattr("bleu_core.cli.app.open_app", lambda *given: opened.append(given) or 0)
    assert main([]) == main(["--port", "8799", "--no-browser"]) == 0
    assert opened == [(None, True), (8799, False)]


def test_the_runner_of_click_runs_it(folder) -> None:
    found: Result = CliRunner().invoke(command, ["compare", "--help"])
    assert found.exit_code == 0
    assert "--fail-if-significant" in found.output


def test_exit_codes_reach_the_shell(folder) -> None:
    gate = "bleuscope compare baseline.en {} --ref ref.en --trials 100 --fail-under -0.5"
    assert shell(gate.format("baseline.en --name-b same"), folder).returncode == 0
    regression = shell(gate.format("new.en"), folder)
    assert regression.returncode == 1
    assert "Δ −" in regression.stderr
    bad = shell(gate.format("gone.en"), folder)
    assert bad.returncode == 2
    assert bad.stderr == "gone.en cannot be read: No such file or directory.\n"


@pytest.mark.parametrize("files", [["score"], ["compare", "baseline.en"]])
def test_a_command_loads_no_more_than_it_needs(folder, files) -> None:
    unneeded = ("pandas", "sacrebleu", "plotly", "streamlit", "sqlite3")
    if files == ["score"]:
        unneeded += ("rapidfuzz", "bleu_core.metrics", "bleu_core.significance")
    code = (
        "import sys; from bleu_core.cli import main; "
        f"main({[*files, 'new.en', '--ref', 'ref.en']}); "
        f"sys.exit(str([name for name in {unneeded} if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stderr.strip() == "[]"
    assert "nrefs:1|case:mixed|eff:no|tok:13a|" in done.stdout


def test_help_and_completion_load_nothing_heavy() -> None:
    heavy = ("numpy", "pyarrow", "pandas", "plotly", "sacrebleu", "streamlit")
    code = (
        "import sys; from bleu_core.cli import main; main(['compare', '--help']); "
        f"sys.exit(str([name for name in {heavy} if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, encoding="utf-8"
    )
    assert done.stderr.strip() == "[]"
    asked = os.environ | {
        "_BLEUSCOPE_COMPLETE": "bash_complete",
        "COMP_WORDS": "bleuscope compare --fail",
        "COMP_CWORD": "2",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "bleu_core.cli"],
        capture_output=True, text=True, cwd=ROOT, env=asked, encoding="utf-8",
    )  # fmt: skip
    options = ("--fail-under", "--fail-if-significant", "--fail-if")
    assert done.stdout.split() == [f"plain,{option}" for option in options]
