"""`bleuscope why`: explanations, steps on files, and what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bleu_core import BleuConfig, corpus_bleu
from bleu_core.cli import main

NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
OLD = "BLEU+case.lc+numrefs.1+smooth.exp+tok.intl+version.1.4.14 = 26.4 58.1/31.7 (BP = 1.000)"
REFERENCE = [f"The cat, number {i}, sat on the mat." for i in range(40)]
A = [line.replace("The", "the") for line in REFERENCE]
B = [line.replace("sat on", "was at") for line in REFERENCE]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    for name, lines in (("ref.en", REFERENCE), ("a.en", A), ("b.en", B)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["why", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_two_signatures_are_explained(run: Callable) -> None:
    code, out, err = run(OLD, NEW)
    assert (code, err) == (0, "")
    assert "They differ in the tokenizer, the case and the tool." in out
    assert "What cannot be told from this" in out
    assert "On these files" not in out
    assert "multi-bleu.perl -lc" in run(NEW, "multi-bleu -lc")[1]


@pytest.mark.parametrize("outputs", [["a.en"], ["a.en", "b.en"]])
def test_steps_on_files(run: Callable, outputs: list[str]) -> None:
    code, out, _ = run(NEW, "multi-bleu", *outputs, "--ref", "ref.en", "--format", "json")
    assert code == 0
    found = json.loads(out)
    config = BleuConfig(tokenize="none", smooth_method="none")
    texts = [A, B][: len(outputs)]
    assert found["steps"]["first"] == [corpus_bleu(t, [REFERENCE]).score for t in texts]
    assert found["steps"]["second"] == [corpus_bleu(t, [REFERENCE], config).score for t in texts]
    steps = found["steps"]["steps"]
    assert [(s["field"], s["from"], s["to"]) for s in steps] == [
        ("tokenizer", "13a", "none"),
        ("smoothing", "exp", "none"),
    ]
    total = sum(step["points"][0] for step in steps)
    first, second = found["steps"]["first"][0], found["steps"]["second"][0]
    assert total == pytest.approx(second - first, abs=1e-11)
    _, out, _ = run(NEW, "multi-bleu", *outputs, "--ref", "ref.en")
    assert "tokenizer: 13a → none" in out
    assert "Another order gives other steps" in out
    assert "None of these texts looks tokenized, and multi-bleu.perl splits at spaces" in out


def test_tokenized_files_get_an_estimate(run: Callable, tmp_path: Path) -> None:
    lines = [line.replace(",", " ,").replace(".", " .") for line in A]
    (tmp_path / "tok.en").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    code, out, err = run(NEW, "multi-bleu", "tok.en", "--ref", "ref.en")
    assert code == 0
    assert "looks tokenized already" in err
    after = corpus_bleu(A, [REFERENCE], BleuConfig(tokenize="none", smooth_method="none")).score
    assert f"to {after:.2f} (" in out
    assert "That is an estimate" in out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["hello", NEW], "FIRST: 'hello' is no signature"),
        (["a.en", "b.en", "--ref", "ref.en"], "FIRST is a file: the two signatures come first"),
        ([NEW, ""], "SECOND: There is nothing to read"),
        ([NEW, NEW, "a.en", "b.en", "a.en", "--ref", "ref.en"], "One or two OUTPUTS"),
        ([NEW, NEW, "--ref", "ref.en"], "--ref and --list need an output"),
        ([NEW, NEW, "nowhere.en", "--ref", "ref.en"], "nowhere.en cannot be read"),
        ([NEW], "Missing argument"),
    ],
)
def test_what_cannot_be_read_or_counted_ends_with_2(
    run: Callable, arguments: list[str], part: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert part in err


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_signatures_tell_is_printed_where_the_files_cannot_be_counted(
    run: Callable, form: str
) -> None:
    code, out, err = run(NEW, NEW.replace("13a", "x"), "a.en", "--ref", "ref.en", "--format", form)
    assert code == 2
    assert "second has a field that is not known" in err
    assert "They differ in the tokenizer." in out
    assert "On these files" not in out


@pytest.mark.parametrize(("said", "is_theirs"), [(0.0, True), (1.0, False)])
def test_a_printed_score_is_held_against_that_of_the_files(
    run: Callable, said: float, is_theirs: bool
) -> None:
    score = corpus_bleu(B, [REFERENCE]).score + said
    code, out, _ = run(f"{NEW} = {score:.1f} 58.1/31.7", "NLTK", "b.en", "--ref", "ref.en")
    assert code == 0
    assert (f"printed as {score:.1f}: its settings give that on these texts." in out) == is_theirs
    assert ("most likely output, references" in out) != is_theirs


def test_what_was_pasted_does_not_act_in_a_terminal(run: Callable) -> None:
    code, out, _ = run(NEW + "|col\x1b[31mour:red", NEW)
    assert code == 0
    assert "\x1b" not in out
    _, _, err = run("\x1b[31mred", NEW)
    assert "\x1b" not in err
