"""The command: what it prints is what sacreBLEU prints, and its exit code can be relied on."""

import html
import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click
import pytest
from sacrebleu.metrics.bleu import BLEU

from bleu_core.cli import command
from bleu_core.common.escaping import escape_latex
from bleu_core.messages import codes, option
from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import tokenize_line
from tests.command import Command, write
from tests.core.cli.test_wording import commands
from tests.places import ROOT
from tests.saved_pages import saved_document, saved_html

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
GOOD = [line.replace("aunt", "uncle") for line in REFERENCE]
# The planted regression: a candidate that loses the end of every line.
WORSE = [line.rsplit(" ", 4)[0] for line in GOOD]
PAIR = ("compare", "baseline.en", "new.en", "--ref", "ref.en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, {"ref.en": REFERENCE, "baseline.en": GOOD, "new.en": WORSE})
    return tmp_path


def started(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of this checkout's Python, or of bash if the first word is that."""
    words = arguments if arguments[0] == "bash" else (sys.executable, *arguments)
    return subprocess.run(
        words, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def test_score_prints_what_sacrebleu_prints(folder: Path, run: Command) -> None:
    for options, settings in (
        ([], {}),
        (["--tokenize", "char", "-lc"], {"tokenize": "char", "lowercase": True}),
        (["-s", "add-k", "-sv", "2", "--max-order", "2"],
         {"smooth_method": "add-k", "smooth_value": 2, "max_ngram_order": 2}),
    ):  # fmt: skip
        expected = BLEU(**settings).corpus_score(WORSE, [REFERENCE, GOOD])
        out = run("score", "new.en", "--ref", "ref.en", "baseline.en", *options)[1]
        # The part after the signature, to the last digit.
        assert out.partition(" = ")[2].strip() == str(expected).partition(" = ")[2]
        references = ("--ref=ref.en", "--ref=baseline.en")
        fields = json.loads(run("score", "new.en", *references, *options, "--format", "json")[1])
        assert fields["score"] == expected.score
        assert (fields["counts"], fields["totals"]) == (expected.counts, expected.totals)


def test_compare_as_text_json_and_markdown(folder: Path, run: Command) -> None:
    arguments = (*PAIR, "--trials", "200")
    delta = BLEU().corpus_score(WORSE, [REFERENCE]).score
    delta -= BLEU().corpus_score(GOOD, [REFERENCE]).score
    code, text, err = run(*arguments)
    assert (code, err, f"{-delta:.2f}" in text) == (0, "", True)
    found = run.json(*arguments)
    assert found["delta"] == pytest.approx(delta, abs=1e-12)
    assert sum(found["ledger"]["components"].values()) == pytest.approx(delta, abs=1e-9)
    assert found["significance"]["randomization"]["p_value"] == pytest.approx(1 / 201)
    assert found["losses"][0]["b"] in WORSE
    for segment in (*found["losses"], *found["gains"]):
        points = [span["points"] for span in segment["spans"]]
        points += [segment["totals_points"], segment["length_points"]]
        assert sum(points) == pytest.approx(segment["points"], abs=1e-9)
        for span in segment["spans"]:
            own = tokenize_line(segment[span["side"]], BleuConfig())
            assert " ".join(own[span["first"] : span["last"] + 1]) == span["text"]
    assert found["losses"][0]["sentence"].startswith("Sentence BLEU −")
    heading = run(*arguments, "--format", "markdown")[1].splitlines()[0]
    assert heading == f"### BLEU −{-delta:.2f}, A `baseline` vs B `new`"


def test_words_by_frequency(folder: Path, run: Command) -> None:
    write(folder, {"counts.tsv": ["the\t100", "cat\t3"]})
    options = ("--frequencies", "counts.tsv", "--trials", "100")
    bands = {band["band"]: band for band in run.json(*PAIR, *options)["frequencies"]}
    words = {name: band["words"] for name, band in bands.items() if band["words"]}
    # Lines of 14 words: three are "the", one is "cat".
    assert words == {"0": 400, "2-4": 40, "50+": 120}
    assert (bands["50+"]["recall_a"], bands["2-4"]["delta"], bands["1"]["recall_a"]) == (
        100, 0, None,
    )  # fmt: skip
    assert bands["0"]["ci_low"] <= bands["0"]["delta"] <= bands["0"]["ci_high"] < 0
    markdown = run(*PAIR, *options, "--format", "markdown")[1]
    assert "<summary>Words by frequency</summary>" in markdown
    assert "as in `counts.tsv`" in markdown
    assert "frequency" not in run(*PAIR, *options)[1]
    write(folder, {"counts.tsv": ["the 100"]})
    (refused,) = run.refused(*PAIR, *options)
    assert refused.startswith("counts.tsv, line 1: expected a token, a tab")


def test_the_gate(folder: Path, run: Command) -> None:
    for a, b, gate, failed in (
        ("baseline", "new", ["--fail-under", "-0.5"], ["gate.under_limit"]),
        ("baseline", "new", ["--fail-under", "-99"], []),
        ("baseline", "new", ["--fail-if-significant"], ["gate.significantly_worse"]),
        ("new", "baseline", ["--fail-if-significant", "--fail-under", "0"], []),
        ("new", "new", ["--fail-if-significant", "--fail-under", "0", "--name-b", "same"], []),
        ("baseline", "new", ["--fail-under=-99", "--fail-if-significant"],
         ["gate.significantly_worse"]),
    ):  # fmt: skip
        arguments = ("compare", f"{a}.en", f"{b}.en", "--ref", "ref.en", *gate, "--format", "json")
        code, out, err = run(*arguments)
        found = json.loads(out)
        assert (code, found["regression_codes"]) == (bool(failed), failed)
        assert err.splitlines() == found["regressions"]
    refused = run.refused(*PAIR, "--fail-if-significant", "--trials", "0")
    assert codes(refused) == ["option.needs"]
    # What cannot be judged does not pass.
    write(folder, {"ref.en": REFERENCE[:12], "baseline.en": GOOD[:12], "new.en": WORSE[:12]})
    found = run.json(*PAIR, "--fail-if-significant", "--fail-under", "-0.5", code=2)
    assert found["undecided_codes"] == ["gate.few_segments"]
    assert found["regression_codes"] == ["gate.under_limit"]


@pytest.mark.parametrize(
    ("gates", "state"),
    [
        (["--fail-under", "-0.25", "--fail-if-significant"], "✗ failed"),
        (["--fail-under", "-99.25"], "✓ passed"),
        # No p can be this small.
        (["--fail-under", "-99.25", "--fail-if", "bleu.p<0.00001"], "? no verdict"),
        ([], ""),
    ],
)
def test_every_report_has_the_results_of_the_gates(
    folder: Path, run: Command, gates: Sequence[str], state: str
) -> None:
    names = ["r.static.html", "r.md", "r.tex", "r.html"]
    reports = [word for name in names for word in ("--report", name)]
    _, text, err = run(*PAIR, *gates, "--trials", "200", *reports)
    static, markdown, tables, page = ((folder / name).read_text("utf-8") for name in names)
    overview = saved_html(saved_document(page))
    assert markdown.startswith(f"### **{state}**: " if state else "### BLEU")
    messages = [re.sub("^Regression[^:]*: ", "", line) for line in err.splitlines()]
    for report, escape in (
        (text, str), (static, html.escape), (overview, html.escape), (markdown, str),
        (tables, escape_latex),
    ):  # fmt: skip
        assert ("Gates" in report, escape(state) in report) == (bool(state), True)
        assert all(escape(message) in report for message in messages)


def test_a_report_that_fails_takes_nothing_else_with_it(folder: Path, run: Command) -> None:
    long = f"{'x' * 300}.md"
    reports = "--report", long, "--report", "r.csv"
    for name in ("compare", "rank"):
        words = (name, *PAIR[1:], "--trials", "0", "--fail-under", "-0.25")
        _, expected, failed = run(*words)
        code, printed, err = run(*words, *reports)
        assert (code, printed) == (2, expected)
        gate, unwritten = err.splitlines()
        assert (f"{gate}\n", long in unwritten) == (failed, True)
        assert (folder / "r.csv").exists()
        (folder / "r.csv").unlink()


def test_no_option_takes_a_number_that_is_not_finite() -> None:
    """A gate with a limit of NaN would never fail, as nothing is below NaN."""
    numbers = {
        f"{context.command_path} {param.opts[0]}": (param, context)
        for one, context in commands(command)
        for param in one.params
        if isinstance(param.type, type(click.FLOAT))
    }
    assert {"bleuscope compare --fail-under", "bleuscope rank --fail-under"} <= numbers.keys()
    for text in ("nan", "inf", "-inf"):
        for param, context in numbers.values():
            with pytest.raises(click.BadParameter):
                param.process_value(context, text)


# Lines that can be told apart, which those above cannot.
WORDS = [f"word{i}" for i in range(500)]
VARIOUS = [" ".join(random.Random(i).choices(WORDS, k=12)) for i in range(40)]
OUTPUT = [line.rsplit(" ", 3)[0] + " so" for line in VARIOUS]
SLIPPED = [*OUTPUT[:9], *OUTPUT[10:], ""]
MENDED = [*OUTPUT[:9], "", *OUTPUT[10:]]


@pytest.fixture
def various(folder: Path) -> Path:
    write(folder, {"ref.en": VARIOUS, "baseline.en": OUTPUT, "slipped.en": SLIPPED,
                   "lost.en": SLIPPED[:-1]})  # fmt: skip
    return folder


def test_findings_stand_before_the_verdict_and_end_with_2_unless_accepted(
    various: Path, run: Command
) -> None:
    arguments = ("compare", "baseline.en", "slipped.en", "--ref", "ref.en", "--trials", "100")
    # 2 says more than that it regressed.
    found = run.json(*arguments, "--fail-under", "-0.5", code=2)
    assert found["regression_codes"] == ["gate.under_limit"]
    (shift,) = [one for one in found["findings"] if one["severity"] == "serious"]
    assert (shift["kind"], shift["stream"]) == ("shift", "system 'slipped'")
    assert shift["lines"] == {"count": 31, "first": list(range(10, 20))}
    code, text, err = run(*arguments)
    assert code == 2
    assert text.index(shift["text"]) < text.index(found["verdict"])
    assert all(way in err for way in ("--repair", "--accept-findings"))
    assert run(*arguments, "--accept-findings")[0] == 0
    assert run(*arguments, "--accept-findings", "--fail-under", "-0.5")[0] == 1
    found = run.json(*arguments, "--repair", "--name-b", "new")
    assert found["b"]["name"] == "new (repaired)"
    repaired = found["findings"][0]
    assert (repaired["kind"], repaired["severity"]) == ("repaired", "notice")
    assert found["b"]["score"] == BLEU().corpus_score(MENDED, [VARIOUS]).score


def test_outputs_that_end_early_are_scored_as_far_as_they_go(various: Path, run: Command) -> None:
    write(various, {"early.en": OUTPUT[:15], "hole.en": [*OUTPUT[:5], *OUTPUT[6:16]]})
    for words in (
        ["score", "early.en"], ["compare", "baseline.en", "early.en"],
        ["rank", "baseline.en", "early.en"],
    ):  # fmt: skip
        *_, advice = run.refused(*words, "--ref", "ref.en")
        assert (advice.code, advice.values) == ("option.choose_prefix", {"size": 15})
    score = BLEU().corpus_score(OUTPUT[:15], [VARIOUS[:15]]).score
    _, out, err = run("score", "early.en", "--ref", "ref.en", "--prefix", "--format", "json")
    assert json.loads(out)["score"] == score
    assert "15 of 40" in err
    found = run.json("compare", "baseline.en", "early.en", "--ref", "ref.en", "--prefix")
    assert (found["a"]["score"], found["b"]["score"], found["segments"]) == (score, score, 15)
    assert found["findings"][-1]["code"] == "lines.prefix"
    found = run.json("rank", "baseline.en", "early.en", "--ref", "ref.en", "--prefix")
    assert [one["bleu"] for one in found["systems"]] == [score, score]
    *_, told = run.refused("score", "hole.en", "--ref", "ref.en", "--prefix")
    assert told.code == "option.alignment_unknown"


def test_a_report_is_not_written_over_a_file_that_is_read(folder: Path, run: Command) -> None:
    suite = [
        'title = "t"', "trials = 0", "[[set]]", 'name = "s"', 'references = ["ref.md"]',
        'systems = { b = "b.csv" }', 'baseline = "a.csv"',
    ]  # fmt: skip
    texts = {"a.csv": GOOD, "b.csv": GOOD, "ref.md": GOOD, "scores.csv": ["1"] * 40}
    write(folder, texts | {"suite.json": suite})
    (folder / "link.csv").symlink_to("a.csv")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    pair = ("a.csv", "b.csv", "--ref", "ref.md")
    text = ("--input-format", "text")
    cases = [
        ("compare", *pair, *text, "--report", "fine.md", "--report", "link.csv"),
        ("compare", *pair, *text, "--report", "./ref.md"),
        ("compare", *pair, *text, "--scores", "a=scores.csv", "--report", "scores.csv"),
        ("rank", *pair, *text, "--report", "b.csv"),
        ("suite", "suite.json", "--report", "suite.json"),
        ("suite", "suite.json", "--report", "ref.md"),
    ]
    for words in cases:
        assert codes(run.refused(*words)) == ["report.over_input"], words
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_words_after_ref_up_to_the_next_option_are_references(folder: Path, run: Command) -> None:
    usual = run("score", "new.en", "--ref", "ref.en", "baseline.en")
    for words in (
        ("--ref", "ref.en", "baseline.en", "--tokenize", "13a", "new.en"),
        ("--ref=ref.en", "baseline.en", "-m", "bleu", "new.en"),
    ):
        assert run("score", *words) == usual
    code, _, err = run("rank", "--ref", "ref.en", "baseline.en", "new.en")
    assert (code, option.put_before_references() in err) == (2, True)


def test_bad_input_is_told_in_sentences(
    folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    write(folder, {"short.en": GOOD[:39]})
    (folder / "latin.en").write_bytes("one\ncaf\xe9\n".encode("latin-1"))
    (folder / "r.md").mkdir()
    score = ("score", "new.en", "--ref", "ref.en")
    clicks_own = ""
    cases = {
        ("compare", "gone.en", "none.en", "--ref", "ref.en"): ["file.unopened"] * 2,
        ("compare", "baseline.en", ".", "--ref", "ref.en"): ["file.unopened"],
        ("compare", "baseline.en", "short.en", "--ref", "short.en", "ref.en"): [
            "lines.unequal", "lines.unequal",
        ],
        ("compare", "baseline.en", "new.en"): ["file.no_reference"],
        ("compare", "baseline.en"): ["file.no_output", "file.no_reference"],
        ("compare", "--ref", "ref.en", "baseline.en", "new.en"): [clicks_own],
        ("score", "--ref", "ref.en", "new.en"): [clicks_own],
        ("rank", "--ref", "ref.en", "short.en", "baseline.en", "new.en"): [clicks_own],
        ("compare", "-", "-", "--ref", "ref.en"): ["option.standard_input_twice"],
        ("compare", "latin.en", "new.en", "--ref", "ref.en"): [
            "encoding.invalid", "option.choose_encoding",
        ],
        (*PAIR, "--report", "r.pdf"): ["report.unknown_ending"],
        (*PAIR, "--report", "no/r.md"): ["report.no_folder"],
        (*PAIR, "--report", "r.md"): [clicks_own],
        (*score, "--weights", "1,x"): ["option.malformed"],
        (*score, "--weights", "1"): ["settings.number_of_weights"],
        (*score, "-sv", "1"): ["settings.no_smooth_value"],
        (*score, "--tokenize", "17"): [clicks_own],
        ("score", "short.en", "--ref", "ref.en"): ["lines.unequal"],
        ("--port", "8501", *score): ["option.not_with"],
    }  # fmt: skip
    assert {words: codes(run.refused(*words)) for words in cases} == cases
    for words in [*cases][:2]:
        told = run.refused(*words)
        assert run(*words) == (2, "", "".join(f"{one}\n" for one in told))
    # A file's name cannot command the terminal.
    code, _, err = run("compare", "\x1b[2Jgone", "new.en", "--ref", "ref.en")
    assert (code, "\x1b" in err) == (2, False)


def test_of_very_many_segments_what_costs_most_is_left_out_unless_asked_for(
    folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = run.json(*PAIR)
    assert usual["detectors"]
    assert usual["ngrams"]
    module = import_module("bleu_core.cli.compare")  # the package has the command by that name
    monkeypatch.setattr(module, "MOST_FOR_NGRAMS", len(REFERENCE) - 1)
    _, out, told = run(*PAIR, "--format", "json")
    assert (json.loads(out)["detectors"], json.loads(out)["ngrams"]) == ([], [])
    assert "--details" in told
    assert run.json(*PAIR, "--details") == usual


def test_a_fault_of_the_program_is_no_regression(
    folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("bleu_core.readers.read_system", fail)
    code, _, err = run("score", "new.en", "--ref", "ref.en")
    assert (code, "a fault" in err) == (70, True)


def test_input_that_needs_too_much_memory_is_bad_input(
    folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("bleu_core.readers.read_system", fail)
    code, _, err = run("score", "new.en", "--ref", "ref.en")
    assert (code, "memory" in err, "Traceback" in err) == (2, True, False)


def test_standard_input_and_exit_codes_reach_the_shell(folder: Path) -> None:
    (folder / "bleuscope").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bleu_core.cli "$@"\n')
    (folder / "bleuscope").chmod(0o755)
    gate = "./bleuscope compare baseline.en - --ref ref.en --trials 0 --fail-under -0.5"
    script = f"""
        ./bleuscope score - --ref ref.en < new.en; echo $?
        {gate} < new.en >/dev/null; echo $?
        {gate} gone.en < new.en; echo $?
    """
    done = started(folder, "bash", "-c", script, LC_ALL="C")
    score, *exits = done.stdout.splitlines()
    assert f" = {BLEU().corpus_score(WORSE, [REFERENCE]).score:.2f} " in score
    assert exits == ["0", "1", "2"]
    assert all(word in done.stderr for word in ("Δ −", "gone.en"))
    assert "Traceback" not in done.stderr


COMPARED = f'"{sys.executable}" -m bleu_core.cli compare baseline.en new.en --ref ref.en --trials 0'


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_closed_pipe_is_no_regression(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "bleu_core.cli", "score", "new.en", "--ref", "ref.en"]
    with open(writing, "w") as pipe:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk, as Linux has it")
@pytest.mark.parametrize("form", ["text", "json"])
def test_output_that_cannot_be_written_is_bad_input(form: str, folder: Path) -> None:
    done = started(folder, "bash", "-c", f"{COMPARED} --format {form} > /dev/full")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("Standard output cannot be written: ")
