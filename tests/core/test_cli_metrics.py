"""Other metrics on the command line: `score -m`, `compare -m`, and what --fail-if asks of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF as CHRF_OF_SACREBLEU
from sacrebleu.metrics.ter import TER

from bleu_core import Comparison, EvalSet
from bleu_core.cli import main
from bleu_core.gates.conditions import Condition, conditions
from bleu_core.metric_names import NAMES
from bleu_core.metrics import NAMES as KNOWN
from bleu_core.metrics import Wer, judge_opinions, known, measure, opinion
from bleu_core.significance import clusters_of

REFERENCE = [f"The cat no. {i} sat on the mat, in the house of my aunt!" for i in range(40)]
A = [line.replace("aunt", "uncle") for line in REFERENCE]
# Fewer matches, and more than that of what is wrong.
B = [line.replace("cat", "dog").rsplit(" ", 4 * (i % 2))[0] for i, line in enumerate(A)]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """run("score", …) where files "a", "b", "ref" are: exit code, standard output and error."""
    for name, lines in {"a": A, "b": B, "ref": REFERENCE}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_the_command_knows_the_metrics_of_the_library() -> None:
    assert NAMES == KNOWN


def test_score_prints_a_line_a_metric_in_the_order_asked_for(run) -> None:
    code, out, err = run("score", "b", "-m", "wer", "bleu", "--ref", "ref", "a")
    assert (code, err) == (0, "")
    wer, bleu = out.splitlines()
    [stats] = measure(Wer(), [B], [REFERENCE, A])
    assert wer == f"WER|{stats.corpus().signature} = {stats.corpus().score:.2f}"
    expected = BLEU().corpus_score(B, [REFERENCE, A])
    assert bleu.partition(" = ")[2] == str(expected).partition(" = ")[2]


def test_json_of_one_metric_is_an_object_and_of_several_a_list(run) -> None:
    usual = run("score", "b", "--ref", "ref", "--json")[1]
    assert run("score", "b", "--ref", "ref", "--json", "-m", "bleu")[1] == usual
    [stats] = measure(Wer(), [B], [REFERENCE])
    score = stats.corpus()
    wer = {"name": "WER", "score": score.score, "signature": score.signature}
    assert json.loads(run("score", "b", "--ref", "ref", "--json", "-m", "wer")[1]) == wer
    both = run("score", "b", "--ref", "ref", "--json", "-m", "wer", "bleu")[1]
    assert json.loads(both) == [wer, json.loads(usual)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "wer", "b", "--ref", "ref"],
        ["-m", "wer", "-m", "wer", "b", "--ref", "ref"],
        ["b", "-m", "wer", "wer", "--ref", "ref"],
        ["--metrics=wer", "wer", "b", "--ref", "ref"],
        ["--ref", "ref", "--metrics", "wer", "wer", "b"],
        ["b", "--ref", "ref", "-m", "wer"],
    ],
)
def test_words_that_name_metrics_are_metrics_and_each_counts_once(run, arguments) -> None:
    code, out, _ = run("score", *arguments)
    assert (code, len(out.splitlines()), out[:4]) == (0, 1, "WER|")


def test_a_file_with_the_name_of_a_metric_is_named_with_its_folder(run, tmp_path) -> None:
    (tmp_path / "wer").write_text((tmp_path / "b").read_text("utf-8"), "utf-8")
    asked = run("score", "-m", "bleu", "./wer", "--ref", "ref")
    assert asked == run("score", "b", "--ref", "ref") == run("score", "wer", "--ref", "ref")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "b", "--ref", "ref", "-m", "crhf"], ["'crhf'", *map(repr, NAMES)]),
        (["score", "b", "--ref", "ref", "-m", "bleu", "crhf"], ["'crhf'", "'chrf++'"]),
        (["compare", "a", "b", "-m", "bleu", "ref", "--ref", "ref"], ["'ref'", "'chrf++'"]),
        (["score", "b", "--ref", "ref", "-m"], ["-m"]),
        (["score", "b", "--ref", "ref", "--chrf-beta", "3"], ["--chrf-beta", "say -m chrf"]),
        (["compare", "a", "b", "--ref", "ref", "--ter-no-punct"], ["--ter-no-punct is of ter"]),
        (["score", "b", "--ref", "ref", "-m", "wer", "-cw", "2"], ["-word-order is of chrf:"]),
        (["score", "b", "--ref", "ref", "-m", "chrf", "-cc", "0"], ["chrf-char-order"]),
    ],
)  # fmt: skip
def test_faults_are_told(run, arguments, said) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert [piece for piece in said if piece not in err] == []


def test_metrics_of_words_take_the_tokenizer_and_case_of_bleu(run) -> None:
    options = ["--tokenize", "char", "--lowercase", "-m", "wer"]
    found = json.loads(run("score", "b", "--ref", "ref", "--json", *options)[1])
    [stats] = measure(Wer("char", lowercase=True), [B], [REFERENCE])
    assert found["score"] == stats.corpus().score


def compared(run: Run, *options: str) -> dict[str, Any]:
    arguments = ["compare", "a", "b", "--ref", "ref", "--format", "json", "--trials", "200"]
    found: dict[str, Any] = json.loads(run(*arguments, *options)[1])
    return found


def test_compare_tests_other_metrics_as_it_tests_bleu(run, tmp_path) -> None:
    documents = [f"d{i // 2}" for i in range(40)]
    draw = random.Random(1).random
    close = [" ".join(word for word in line.split() if draw() > 0.1) for line in REFERENCE]
    for name, lines in {"docs": documents, "close": close}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ["compare", "a", "close", "--ref", "ref", "--docs", "docs", "--format", "json"]
    found = json.loads(run(*arguments, "--trials", "200", "--seed", "7", "-m", "wer")[1])
    assert list(found["metrics"]) == ["bleu", "wer"]
    comparison = Comparison.of(EvalSet({"a": A, "b": close}, [REFERENCE], documents=documents))
    made = [opinion(comparison, Wer())]
    [judged] = judge_opinions(made, clusters_of(comparison.evalset), 200, seed=7)
    said = found["metrics"]["wer"]
    assert (said["delta"], said["p_value"]) == (judged.opinion.delta, judged.p)
    assert (said["ci_low"], said["ci_high"]) == (judged.bootstrap.ci_low, judged.bootstrap.ci_high)
    assert found["significance"]["unit"] == "document"
    assert found["metrics"]["bleu"]["p_value"] == found["significance"]["randomization"]["p_value"]


CHRF_OPTIONS = "-cc 4 --chrf-beta 3 --chrf-whitespace --chrf-eps-smoothing --chrf-lowercase"
CHRF = {
    "char_order": 4, "beta": 3, "whitespace": True, "eps_smoothing": True, "lowercase": True,
}  # fmt: skip
TER_OPTIONS = "--ter-normalized --ter-no-punct --ter-asian-support --ter-case-sensitive"


@pytest.mark.parametrize(
    ("options", "theirs"),
    [
        ("-m chrf", CHRF_OF_SACREBLEU()),
        ("-m chrf++", CHRF_OF_SACREBLEU(word_order=2)),
        ("-m chrf --chrf-word-order 2", CHRF_OF_SACREBLEU(word_order=2)),
        (f"-m chrf -cw 1 {CHRF_OPTIONS}", CHRF_OF_SACREBLEU(**CHRF, word_order=1)),
        (f"-m chrf++ {CHRF_OPTIONS}", CHRF_OF_SACREBLEU(**CHRF, word_order=2)),
        ("-m ter", TER()),
        (f"-m ter {TER_OPTIONS}", TER(*[True] * 4)),
    ],
)
def test_metrics_of_sacrebleu_score_as_its_command_does(run, options, theirs) -> None:
    # BLEU's own settings are not theirs.
    arguments = ["score", "b", "--ref", "ref", "a", "-lc", "--tokenize", "char", "--json"]
    found = json.loads(run(*arguments, *options.split())[1])
    expected = theirs.corpus_score(B, [REFERENCE, A])
    assert (found["name"], found["score"]) == (expected.name, expected.score)
    signature = theirs.get_signature().format().rpartition("|version:")[0]
    assert found["signature"].startswith(f"{signature}|")


def test_settings_hold_for_both_chrf_but_what_makes_one_the_other(run) -> None:
    options = ["-m", "chrf", "chrf++", "-cw", "1", "--chrf-beta", "3"]
    lines = run("score", "b", "--ref", "ref", *options)[1].splitlines()
    expected = [
        CHRF_OF_SACREBLEU(beta=3, word_order=n).corpus_score(B, [REFERENCE]) for n in (1, 2)
    ]
    assert [line.rpartition(" = ")[2] for line in lines] == [f"{one.score:.2f}" for one in expected]
    assert [line.partition("|")[0] for line in lines] == ["chrF3+", "chrF3++"]


def test_a_metric_keeps_the_name_that_it_was_asked_for_by(run) -> None:
    found = compared(run, "-m", "chrf", "--fail-if", "chrf<0", "--chrf-word-order", "2")
    assert list(found["metrics"]) == ["bleu", "chrf"]
    assert found["metrics"]["chrf"]["a"] == CHRF_OF_SACREBLEU(word_order=2).corpus_score(
        A, [REFERENCE]
    ).score  # fmt: skip
    assert "chrF2++ Δ −" in found["regressions"][0]


@pytest.mark.parametrize("name", KNOWN)
def test_every_metric_is_scored_and_compared(run, name) -> None:
    comparison = Comparison.of(EvalSet({"a": A, "b": B}, [REFERENCE]))
    expected = opinion(comparison, known(name))
    score = json.loads(run("score", "b", "--ref", "ref", "--json", "-m", name)[1])
    said = compared(run, "-m", name)["metrics"][name]
    assert (said["a"], said["b"]) == (expected.score_a, expected.score_b)
    assert score["score"] == said["b"]
    assert score["signature"] == said["signature"]


def test_without_m_compare_has_bleu_alone_and_without_trials_no_p(run) -> None:
    assert (
        list(compared(run)["metrics"]) == list(compared(run, "-m", "bleu")["metrics"]) == ["bleu"]
    )
    untested = compared(run, "-m", "wer", "--trials", "0")["metrics"]
    assert [untested[name]["p_value"] for name in ("bleu", "wer")] == [None, None]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bleu<-0.5", [Condition("bleu", False, "<", -0.5)]),
        (" chrf++ >= +.5e-1 ", [Condition("chrf++", False, ">=", 0.05)]),
        ("bleu<=-1 and rouge-l.p<0.05 and ter>2.",
         [Condition("bleu", False, "<=", -1), Condition("rouge-l", True, "<", 0.05),
          Condition("ter", False, ">", 2)]),
    ],
)  # fmt: skip
def test_conditions_are_read(text, read) -> None:
    assert conditions(text) == read


@pytest.mark.parametrize(
    ("text", "at", "told"),
    [
        ("", 0, "bleu, chrf, chrf++, nist"),
        ("crhf<0", 0, "meteor-exact is expected here"),
        ("BLEU<0", 0, "meteor-exact is expected here"),
        ("chrf+<0", 0, "meteor-exact is expected here"),
        ("bleu", 4, "<, <=, > or >= is expected here"),
        ("bleu=0", 4, "<, <=, > or >= is expected here"),
        ("bleu.q<0", 4, "<, <=, > or >= is expected here"),
        ("bleu<", 5, "a number is expected here"),
        ("bleu<chrf", 5, "a number is expected here"),
        ("bleu< nan", 6, "a number is expected here"),
        ("bleu<1.2.3", 5, "a number is expected here"),
        ("bleu<0and wer<0", 5, "a number is expected here"),
        ("bleu<1e999", 5, "too large"),
        ("bleu<0 or wer<0", 7, '"and" is expected here'),
        ("bleu<0 and", 10, "meteor-exact is expected here"),
        ("bleu<0 and wer.p < 5", 19, "p is from 0 to 1"),
        ("bleu<0\x1b[2J", 6, '"and" is expected here'),
    ],
)
def test_what_is_wrong_with_conditions_is_marked(text, at, told) -> None:
    with pytest.raises(ValueError, match=":\n") as fault:
        conditions(text)
    said, quoted, caret = str(fault.value).split("\n")
    assert told in said
    assert quoted == "  " + text.replace("\x1b", "␛")
    assert caret == "  " + " " * at + "^"


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (["bleu<-0.5 and wer>0"], 1),
        (["bleu<-0.5 and wer<0"], 0),
        (["bleu>0 and wer>0"], 0),
        (["bleu>0", "wer>0"], 1),
        (["bleu<0 and wer.p<0.05"], 1),
        (["wer>0 and bleu.p>=0.05"], 0),
        (["bleu<-200"], 0),
    ],
)
def test_the_gate_asks_metrics_to_agree(run, gate, code) -> None:
    options = [word for text in gate for word in ("--fail-if", text)]
    found, out, err = run("compare", "a", "b", "--ref", "ref", "--format", "json", *options)
    assert found == code
    said = json.loads(out)
    # What the gate names is counted without -m.
    assert list(said["metrics"]) == (["bleu", "wer"] if "wer" in "".join(gate) else ["bleu"])
    assert said["regressions"] == err.splitlines()
    assert err.startswith("Regression: ") == bool(code)


def test_the_gate_says_in_words_what_failed(run) -> None:
    found = compared(run, "--fail-if", "bleu<-0.5 and wer>1 and wer.p<=0.05")
    bleu, wer = found["metrics"]["bleu"]["delta"], found["metrics"]["wer"]["delta"]
    assert found["regressions"] == [
        f"Regression: BLEU Δ −{-bleu:.4f} is under −0.5000, WER Δ +{wer:.4f} is above +1.0000 "
        "and WER p = 0.0050 is at most 0.05."
    ]


def test_a_difference_of_rounding_errors_is_none(run, monkeypatch) -> None:
    monkeypatch.setattr("bleu_core.metrics.opinions.Opinion.delta", -1e-13)
    arguments = ["compare", "a", "b", "--ref", "ref", "--fail-if"]
    assert run(*arguments, "wer<0")[0] == 0
    assert run(*arguments, "wer<=0")[0] == 1


def test_a_gate_that_cannot_judge_does_not_pass(run, tmp_path, monkeypatch) -> None:
    arguments = ["compare", "a", "b", "--ref", "ref", "--fail-if"]
    code, _, err = run(*arguments, "bleu.p<0.05", "--trials", "0")
    assert (code, "--trials above 0" in err) == (2, True)
    code, _, err = run(*arguments, "bleu<0", "--open")
    assert (code, "use --keep" in err) == (2, True)
    for name, lines in {"a": A, "b": B, "ref": REFERENCE}.items():
        (tmp_path / name).write_text("\n".join(lines[:29]) + "\n", encoding="utf-8")
    code, _, err = run(*arguments, "bleu>9 and wer.p<0.05")
    assert (code, "--fail-if cannot judge 29 segments; 30 are needed." in err) == (2, True)
    monkeypatch.setattr("bleu_core.metrics.opinions.Opinion.delta", float("nan"))
    code, _, err = run(*arguments, "bleu>9 and wer>9")
    assert (code, "Δ of BLEU is undefined" in err) == (2, True)
