"""Other metrics on the command line: `score -m`, `compare -m`, and what --fail-if asks of them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF as CHRF_OF_SACREBLEU
from sacrebleu.metrics.ter import TER

from bleu_core import Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.metrics import METRIC_KEYS, Wer, get_metric, measure
from bleu_core.metrics.facts import METRIC_FACTS
from bleu_core.metrics.registry import metric_factories
from bleu_core.significance import clusters_of
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.systems.gate_conditions import GateCondition, GateConditionError, parse_conditions
from tests.command import Command, write

REFERENCE = [f"The cat no. {i} sat on the mat, in the house of my aunt!" for i in range(40)]
A = [line.replace("aunt", "uncle") for line in REFERENCE]
# Fewer matches, and more than that of what is wrong.
B = [line.replace("cat", "dog").rsplit(" ", 4 * (i % 2))[0] for i, line in enumerate(A)]
SCORE = ("score", "b", "--ref", "ref")
COMPARE = ("compare", "a", "b", "--ref", "ref")


@pytest.fixture
def run(run: Command) -> Command:
    write(Path(), {"a": A, "b": B, "ref": REFERENCE})
    return run


def scored(run: Command, *arguments: str) -> Any:
    code, out, err = run("score", "b", "--format", "json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_score_prints_a_line_a_metric_in_the_order_asked_for(run: Command) -> None:
    code, out, err = run("score", "b", "-m", "wer", "bleu", "--ref", "ref", "a")
    assert (code, err) == (0, "")
    wer, bleu = out.splitlines()
    [stats] = measure(Wer(), [B], [REFERENCE, A])
    assert wer == f"WER|{stats.corpus().signature} = {stats.corpus().score:.2f}"
    expected = BLEU().corpus_score(B, [REFERENCE, A])
    assert bleu.partition(" = ")[2] == str(expected).partition(" = ")[2]
    # As JSON, one metric is an object, and several are a list.
    usual = scored(run, "--ref", "ref")
    assert scored(run, "--ref", "ref", "-m", "bleu") == usual
    [stats] = measure(Wer(), [B], [REFERENCE])
    score = stats.corpus()
    wer = {"name": "WER", "score": score.score, "signature": score.signature}
    assert scored(run, "--ref", "ref", "-m", "wer") == wer
    assert scored(run, "--ref", "ref", "-m", "wer", "bleu") == [wer, usual]


def test_words_that_name_metrics_are_metrics_and_each_counts_once(
    run: Command, tmp_path: Path
) -> None:
    for arguments in (
        ["-m", "wer", "b", "--ref", "ref"],
        ["-m", "wer", "-m", "wer", "b", "--ref", "ref"],
        ["b", "-m", "wer", "wer", "--ref", "ref"],
        ["--metrics=wer", "wer", "b", "--ref", "ref"],
        ["--ref", "ref", "--metrics", "wer", "wer", "b"],
        ["b", "--ref", "ref", "-m", "wer"],
    ):
        code, out, _ = run("score", *arguments)
        assert (code, len(out.splitlines()), out[:4]) == (0, 1, "WER|")
    # A file with the name of a metric is named with its folder.
    write(tmp_path, {"wer": B})
    asked = run("score", "-m", "bleu", "./wer", "--ref", "ref")
    assert asked == run(*SCORE) == run("score", "wer", "--ref", "ref")


def test_faults_are_told(run: Command) -> None:
    for arguments, name in (
        ([*SCORE, "-m", "crhf"], "crhf"),
        ([*SCORE, "-m", "bleu", "crhf"], "crhf"),
        (["compare", "a", "b", "-m", "bleu", "ref", "--ref", "ref"], "ref"),
        ([*SCORE, "-m"], "-m"),
        ([*SCORE, "-m", "chrf", "chrf:beta=3"], "chrf"),
    ):
        (told,) = run.refused(*arguments)  # by click
        assert name in told
    for specification, code in {
        "chrf:char_order=0": "settings.must_be",
        "chrf:beta=x": "settings.must_be",
        "chrf:lowercase=1": "settings.must_be",
        "wer:beta=3": "settings.unknown_metric_setting",
        "bleu:beta=3": "settings.unknown_metric_setting",
    }.items():
        assert codes(run.refused(*COMPARE, "-m", specification)) == [code]


def test_compare_tests_other_metrics_as_it_tests_bleu(run: Command, tmp_path: Path) -> None:
    documents = [f"d{i // 2}" for i in range(40)]
    draw = random.Random(1).random
    close = [" ".join(word for word in line.split() if draw() > 0.1) for line in REFERENCE]
    write(tmp_path, {"docs": documents, "close": close})
    arguments = ["compare", "a", "close", "--ref", "ref", "--docs", "docs"]
    found = run.json(*arguments, "--trials", "200", "--seed", "7", "-m", "wer")
    assert list(found["metrics"]) == ["bleu", "wer"]
    comparison = Comparison.of(EvalSet({"a": A, "b": close}, [REFERENCE], documents=documents))
    made = [compare_with_metric(comparison, Wer())]
    [judged] = compare_metrics(made, clusters_of(comparison.evalset), 200, seed=7)
    said = found["metrics"]["wer"]
    assert (said["delta"], said["p_value"]) == (judged.metric_pair.delta, judged.p)
    assert (said["ci_low"], said["ci_high"]) == (judged.bootstrap.ci_low, judged.bootstrap.ci_high)
    tests = found["significance"]
    assert tests["unit"] == "document"
    assert found["metrics"]["bleu"]["p_value"] == tests["randomization"]["p_value"]


CHRF_SETTINGS = "char_order=4,beta=3,whitespace,eps_smoothing=true,lowercase"
CHRF: dict[str, Any] = {
    "char_order": 4, "beta": 3, "whitespace": True, "eps_smoothing": True, "lowercase": True,
}  # fmt: skip


def test_metrics_of_sacrebleu_score_as_its_command_does(run: Command) -> None:
    for options, theirs in {
        "-m chrf": CHRF_OF_SACREBLEU(),
        "-m chrf++": CHRF_OF_SACREBLEU(word_order=2),
        "-m chrf:word_order=2": CHRF_OF_SACREBLEU(word_order=2),
        f"-m chrf:word_order=1,{CHRF_SETTINGS}": CHRF_OF_SACREBLEU(**CHRF, word_order=1),
        f"-m chrf++:{CHRF_SETTINGS}": CHRF_OF_SACREBLEU(**CHRF, word_order=2),
        "-m ter": TER(),
        "-m ter:normalized,no_punct,asian_support,case_sensitive": TER(*[True] * 4),
    }.items():
        # BLEU's own settings are not theirs.
        ours = ["--ref", "ref", "a", "-lc", "--tokenize", "char"]
        found = scored(run, *ours, *options.split())
        expected = theirs.corpus_score(B, [REFERENCE, A])
        assert (found["name"], found["score"]) == (expected.name, expected.score)
        signature = theirs.get_signature().format().rpartition("|version:")[0]
        assert found["signature"].startswith(f"{signature}|")


def test_every_metric_is_scored_and_compared(run: Command) -> None:
    assert tuple(metric_factories()) == METRIC_KEYS
    assert {key: get_metric(key).about for key in METRIC_KEYS} == METRIC_FACTS
    comparison = Comparison.of(EvalSet({"a": A, "b": B}, [REFERENCE]))
    scores = scored(run, "--ref", "ref", "-m", *METRIC_KEYS)
    metrics = run.json(*COMPARE, "--trials", "0", "--no-details", "-m", *METRIC_KEYS)["metrics"]
    for name, score in zip(METRIC_KEYS, scores, strict=True):
        expected, said = compare_with_metric(comparison, get_metric(name)), metrics[name]
        assert (said["a"], said["b"]) == (expected.score_a, expected.score_b), name
        assert (score["score"], score["signature"]) == (said["b"], said["signature"])
        assert said["p_value"] is None
    # Those of words take the tokenizer and case of BLEU.
    found = scored(run, "--ref", "ref", "--tokenize", "char", "--lowercase", "-m", "wer")
    [stats] = measure(Wer("char", lowercase=True), [B], [REFERENCE])
    assert found["score"] == stats.corpus().score


def test_conditions_are_read() -> None:
    for text, read in {
        "bleu<-0.5": [GateCondition("bleu", "delta", "<", -0.5)],
        " chrf++ >= +.5e-1 ": [GateCondition("chrf++", "delta", ">=", 0.05)],
        "bleu<=-1 and wer.p<0.05 and ter>2.": [
            GateCondition("bleu", "delta", "<=", -1),
            GateCondition("wer", "p", "<", 0.05),
            GateCondition("ter", "delta", ">", 2),
        ],
    }.items():  # fmt: skip
        assert parse_conditions(text) == read


def test_what_is_wrong_with_conditions_is_marked(run: Command) -> None:
    cases = {
        "": (0, "expected"),
        "crhf<0": (0, "expected"),
        "bleu": (4, "expected"),
        "bleu<": (5, "expected"),
        "bleu<0and wer<0": (5, "expected"),
        "bleu<1e999": (5, "expected"),
        "bleu<0 or wer<0": (7, "expected"),
        "bleu<0 and": (10, "expected"),
        "bleu<0 and wer.p < 5": (19, "expected"),
        "bleu<0\x1b[2J": (6, "expected"),
    }
    found = {}
    for text in cases:
        with pytest.raises(GateConditionError) as fault:
            parse_conditions(text)
        found[text] = fault.value.at, fault.value.problem.code.removeprefix("gate.")
        (told,) = run.refused(*COMPARE, "--fail-if", text)
        assert (told.code, told.values["at"]) == ("option.malformed_condition", fault.value.at)
        _, quoted, caret = told.split("\n")
        assert quoted == "  " + text.replace("\x1b", "␛")
        assert caret == "  " + " " * fault.value.at + "^"
    assert found == cases


def test_a_gate_that_cannot_judge_does_not_pass(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = (*COMPARE, "--fail-if")
    (told,) = run.refused(*arguments, "bleu.p<0.05", "--trials", "0")
    assert told.code == "option.needs"
    assert codes(run.refused(*arguments, "bleu<0", "--open")) == ["option.not_with"]
    write(tmp_path, {"a": A[:29], "b": B[:29], "ref": REFERENCE[:29]})
    found = run.json(*arguments, "bleu>9 and wer.p<0.05", code=2)
    assert found["undecided_codes"] == ["gate.few_segments"]
    monkeypatch.setattr("bleu_core.metrics.metric_comparison.MetricComparison.delta", float("nan"))
    found = run.json(*arguments, "bleu>9 and wer>9", code=2)
    assert found["undecided_codes"] == ["gate.not_evaluated"]
