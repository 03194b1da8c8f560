"""`bleuscope why`: the table on files, and what cannot be read."""

from pathlib import Path

import pytest

from bleu_core import BleuConfig, corpus_bleu
from bleu_core.messages import codes
from tests.command import Command, write

NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
REFERENCE = [f"The cat, number {i}, sat on the mat." for i in range(40)]
A = [line.replace("The", "the") for line in REFERENCE]
B = [line.replace("sat on", "was at") for line in REFERENCE]


@pytest.fixture
def run(run: Command) -> Command:
    write(Path(), {"ref.en": REFERENCE, "a.en": A, "b.en": B})
    run.first = ["why"]
    return run


def test_the_scores_are_those_of_score_after_each_change(run: Command) -> None:
    configs = (
        BleuConfig(), BleuConfig(tokenize="none"), BleuConfig(tokenize="none", smooth_method="none")
    )  # fmt: skip
    for files in ({"a.en": A}, {"a.en": A, "b.en": B}):
        arguments = (NEW, "multi-bleu", *files, "--ref", "ref.en")
        steps = run.json(*arguments)["steps"]
        for step, config in zip(steps, configs, strict=True):
            scores = [corpus_bleu(texts, [REFERENCE], config).score for texts in files.values()]
            assert step["scores"] == scores
        changes = [(step["setting"], step["from"], step["to"]) for step in steps[1:]]
        assert changes == [("tokenizer", "13a", "none"), ("smoothing", "exp", "none")]
        code, out, err = run(*arguments)
        assert (code, err, len(out.splitlines())) == (0, "", 4)
        assert all(f"{score:.2f}" in out for step in steps for score in step["scores"])


def test_a_printed_score_that_is_another_one_is_named(run: Command) -> None:
    score = corpus_bleu(A, [REFERENCE]).score
    for printed, differs in ((f"{score:.1f}", False), (f"{score + 1:.4f}", True)):
        line = f"BLEU|{NEW} = {printed} 84.1/80.0/75.7/71.1 (BP = 1.000)"
        _, _, err = run(f"BLEU|{NEW} = {score:.2f} 84.1", line, "a.en", "--ref", "ref.en")
        assert ("SECOND" in err, "FIRST" in err) == (differs, False)


def test_what_cannot_be_read_or_scored_ends_with_2(run: Command) -> None:
    ref = ("--ref", "ref.en")
    cases = {
        ("hello", NEW, "a.en", *ref): ["option.about"],
        ("a.en", "b.en", "a.en", *ref): ["option.about"] * 2,
        (NEW, "", "a.en", *ref): ["option.about"],
        (NEW, NEW.replace("nrefs:1", "nrefs:2"), "a.en", *ref): ["why.too_few_references"],
        (NEW, NEW, "nowhere.en", *ref): ["file.unopened"],
        (NEW, NEW, "a.en", "b.en", "a.en", "b.en"): [""],
        (NEW, NEW): [""],
    }
    assert {words: codes(run.refused(*words)) for words in cases} == cases
    assert run.refused(NEW, "", "a.en", *ref)[0].values["subject"] == "SECOND"
