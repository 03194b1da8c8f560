"""`bleuscope why`: explanations, steps on files, and what cannot be read."""

import json
from pathlib import Path

import pytest

from bleu_core import BleuConfig, corpus_bleu
from bleu_core.messages import codes
from tests.command import Command, write

NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
OLD = "BLEU+case.lc+numrefs.1+smooth.exp+tok.intl+version.1.4.14 = 26.4 58.1/31.7 (BP = 1.000)"
REFERENCE = [f"The cat, number {i}, sat on the mat." for i in range(40)]
A = [line.replace("The", "the") for line in REFERENCE]
B = [line.replace("sat on", "was at") for line in REFERENCE]
BARE = BleuConfig(tokenize="none", smooth_method="none")


@pytest.fixture
def run(run: Command) -> Command:
    write(Path(), {"ref.en": REFERENCE, "a.en": A, "b.en": B})
    run.first = ["why"]
    return run


def test_two_signatures_are_explained(run: Command) -> None:
    found = run.json(OLD, NEW)
    assert [row["field"] for row in found["differences"]] == ["tokenizer", "case", "tool"]
    assert found["not_told"]
    assert found["steps"] is None
    code, out, err = run(OLD, NEW)
    assert (code, err) == (0, "")
    sentences = [found["summary"], *(row["sentence"] for row in found["differences"])]
    assert all(sentence in out for sentence in sentences)
    assert "multi-bleu.perl -lc" in run(NEW, "multi-bleu -lc")[1]


def test_steps_on_files(run: Command) -> None:
    for files in ({"a.en": A}, {"a.en": A, "b.en": B}):
        arguments = (NEW, "multi-bleu", *files, "--ref", "ref.en")
        found = run.json(*arguments)["steps"]
        for name, config in (("first", BleuConfig()), ("second", BARE)):
            scores = [corpus_bleu(texts, [REFERENCE], config).score for texts in files.values()]
            assert found[name] == scores
    steps = [(step["field"], step["from"], step["to"]) for step in found["steps"]]
    assert steps == [("tokenizer", "13a", "none"), ("smoothing", "exp", "none")]
    total = sum(step["points"][0] for step in found["steps"])
    assert total == pytest.approx(found["second"][0] - found["first"][0], abs=1e-11)
    assert "tokenizer: 13a → none" in run(*arguments)[1]


def test_tokenized_files_get_an_estimate(run: Command, tmp_path: Path) -> None:
    write(tmp_path, {"tok.en": [line.replace(",", " ,").replace(".", " .") for line in A]})
    arguments = (NEW, "multi-bleu", "tok.en", "--ref", "ref.en")
    code, out, err = run(*arguments)
    assert (code, err[:15]) == (0, "40 of 40 lines ")
    after = corpus_bleu(A, [REFERENCE], BARE).score
    assert f" {after:.2f} (" in out
    estimate = json.loads(run(*arguments, "--format", "json")[1])["detokenized"]
    assert estimate["second"] == [after]
    assert len(estimate["codes"]) == len(estimate["findings"])
    assert run.json(NEW, "multi-bleu", "a.en", "--ref", "ref.en")["detokenized"] is None


def test_what_cannot_be_read_or_counted_ends_with_2(run: Command) -> None:
    ref = ("--ref", "ref.en")
    cases = {
        ("hello", NEW): ["option.bad_signature"],
        ("a.en", "b.en", *ref): ["option.bad_signature", "option.file_as_signature"] * 2,
        (NEW, ""): ["option.bad_signature"],
        (NEW, NEW, "a.en", "b.en", "a.en", *ref): ["option.too_many_outputs"],
        (NEW, NEW, *ref): ["option.output_missing"],
        (NEW, NEW, "nowhere.en", *ref): ["option.unreadable_file"],
        (NEW,): [""],
    }
    assert {words: codes(run.refused(*words)) for words in cases} == cases
    assert run.refused(NEW, "")[0].values["argument"] == "SECOND"


def test_what_signatures_tell_is_printed_where_the_files_cannot_be_counted(run: Command) -> None:
    other = NEW.replace("13a", "x")
    arguments = (NEW, other, "a.en", "--ref", "ref.en")
    found = json.loads(run(*arguments, "--format", "json")[1])
    assert [row["field"] for row in found["differences"]] == ["tokenizer"]
    assert found["steps"] is None
    code, out, err = run(*arguments)
    assert (code, out) == (2, run(NEW, other)[1])
    assert err


def test_a_printed_score_is_held_against_that_of_the_files(run: Command) -> None:
    for more in (0, 1):
        score = corpus_bleu(B, [REFERENCE]).score + more
        out = run(f"{NEW} = {score:.1f} 58.1/31.7", "NLTK", "b.en", "--ref", "ref.en")[1]
        assert (f"printed as {score:.1f}: with its settings" in out) == (not more)


def test_what_was_pasted_does_not_act_in_a_terminal(run: Command) -> None:
    code, out, _ = run(NEW + "|col\x1b[31mour:red", NEW)
    assert (code, "\x1b" in out) == (0, False)
    assert "\x1b" not in run("\x1b[31mred", NEW)[2]
