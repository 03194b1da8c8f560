"""A suite's file: what it says, and every fault of it by its line."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.config import BleuConfig
from bleu_core.suite.definition import Baseline, Gates, Slice, Suite
from bleu_core.suite.reading import MOST_BYTES, MOST_SETS, read_suite
from bleu_core.toml_files import TomlFaults
from bleu_core.toml_files.parsing import string as quoted

FOLDER = Path("/data/suites")
WHOLE = """\
title = "Nightly"
trials = 500
seed = 7

[defaults]
tokenize = "intl"
metrics = ["chrf", "bleu"]
baseline = "last passed"
fail_under = -0.5
fail_if_significant = true

[[set]]
name = "news"
references = ["news/ref1.en", "/elsewhere/ref2.en"]
source = "news/source.sk"
documents = "news/docs"
baseline = "news/old.en"
tokenize = "13a"
lowercase = true
encoding = "Latin-1"
format = "text"
[set.systems]
new = "news/new.en"
"the newest" = "../newest.en"
[[set.slice]]
name = "digits"
where = "digits"
fail_under = -0.3
[[set.slice]]
name = "questions"
where = 'question and source ~ "x"'
fail_if_significant = true
fail_if = ["wer>1 and bleu<0"]

[[set]]
name = "talks"
references = ["talks/ref.en"]
systems = { new = "talks/new.en" }
baseline = "run: monday's"
metrics = []
fail_if = ["bleu<-0.5 and chrf<0", "ter.p<0.01"]
fail_if_significant = false
level = 0.01
accept_findings = true
"""
LEAST = 'title = "T"\n[[set]]\nname = "n"\nreferences = ["r"]\nsystems = { new = "s" }\n'


def read(text: str) -> Suite:
    return read_suite(text.encode(), "bleu.toml", FOLDER)


def faults(text: str) -> list[str]:
    with pytest.raises(TomlFaults) as told:
        read(text)
    return told.value.problems


def test_a_file_says_what_is_compared_with_what_and_by_which_gates() -> None:
    suite = read(WHOLE)
    assert (suite.title, suite.trials, suite.seed) == ("Nightly", 500, 7)
    news, talks = suite.sets
    assert (news.name, news.line, talks.name, talks.line) == ("news", 12, "talks", 35)
    assert news.references == (FOLDER / "news/ref1.en", Path("/elsewhere/ref2.en"))
    assert (news.source, news.documents) == (FOLDER / "news/source.sk", FOLDER / "news/docs")
    assert talks.source is talks.documents is None
    newest = FOLDER / "../newest.en"
    assert dict(news.systems) == {"new": FOLDER / "news/new.en", "the newest": newest}
    assert list(news.systems) == ["new", "the newest"]
    assert news.slices == (
        Slice("digits", "digits", -0.3, 25),
        Slice("questions", 'question and source ~ "x"', None, 29, True, ("wer>1 and bleu<0",)),
    )
    assert talks.slices == ()


def test_what_a_set_says_wins_over_the_defaults_and_these_over_what_is_usual() -> None:
    news, talks = read(WHOLE).sets
    assert news.baseline == Baseline(file=FOLDER / "news/old.en")
    assert talks.baseline == Baseline(run="monday's")
    assert news.config == BleuConfig("13a", lowercase=True)
    assert talks.config == BleuConfig("intl")
    assert (news.encoding, news.format) == ("iso8859-1", "text")
    assert (talks.encoding, talks.format) == ("", "")
    assert news.gates == Gates(-0.5, True)
    conditions = ("bleu<-0.5 and chrf<0", "ter.p<0.01")
    assert talks.gates == Gates(-0.5, False, 0.01, conditions, True)
    # BLEU is there in any case, and what a condition names is counted.
    assert (news.metrics, talks.metrics) == (("chrf", "wer"), ("chrf", "ter"))
    usual = read(LEAST)
    assert (usual.trials, usual.seed) == (10_000, 12345)
    [only] = usual.sets
    assert (only.baseline, only.config, only.gates) == (Baseline(), BleuConfig(), Gates())


def test_defaults_may_name_the_last_run_that_passed() -> None:
    text = LEAST.replace("[[set]]", '[defaults]\nbaseline = "last passed"\n[[set]]')
    assert read(text).sets[0].baseline == Baseline(last_passed=True)
    # A file of that name is meant by its path.
    text = text.replace('"last passed"', '"./last passed"')
    assert read(text).sets[0].baseline == Baseline(file=FOLDER / "last passed")


def test_every_fault_is_told_at_once_by_its_line() -> None:
    wrong = [
        ("trials = 500", "trials = -1", "“trials” is to be a whole number from 0"),
        ('"intl"', '"intel"', "“tokenize” is to be 13a, intl"),
        ('"chrf", "bleu"', '"chrF"', "There is no metric “chrF”; there are bleu, chrf"),
        ("fail_under = -0.5", "fail_under = nan", "“fail_under” is to be a number."),
        (
            "significant = true\n\n",
            'significant = "yes"\n\n',
            "significant” is to be true or false.",
        ),
        ('name = "news"', 'name = "  "', "“name” is missing or empty."),
        ('references = ["news', 'reference = ["news', "Is “references” meant?"),
        ('"news/docs"', "3", "“documents” is to be a text in quotes."),
        ('"Latin-1"', '"latin1x"', "The encoding 'latin1x' is not known."),
        ('format = "text"', 'format = "txt"', "There is no format “txt”; there are text, mteval"),
        ('"news/new.en"', '""', "“new” is missing or empty."),
        ("fail_under = -0.3", 'fail_under = "-0.3"', "“fail_under” is to be a number."),
        ("where = 'question", "whence = 'question", "“whence” says nothing here"),
        ('"run: monday\'s"', '"run:"', "“run:” is to be followed by the name of a system."),
        ("wer>1", "wear>1", "At character 1 of “wear>1 and bleu<0”: bleu, chrf"),
        ("chrf<0", "chrf<<0", "At character 20 of “bleu<-0.5 and chrf<<0”: a number is"),
        ("level = 0.01", "level = 1", "“level” is to be above 0 and below 1."),
    ]
    text = WHOLE
    for was, becomes, _ in wrong:
        assert text.count(was) == 1, was
        text = text.replace(was, becomes)
    told = faults(text)
    for was, _, sentence in wrong:
        number = WHOLE[: WHOLE.index(was)].count("\n") + 1
        at = [one for one in told if one.startswith(f"bleu.toml, line {number}: ")]
        assert any(sentence in one for one in at), (number, sentence, told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('title = "T"', 'line 1: There is no test set: [[set]] before each.'),
        (LEAST.replace('title = "T"\n', ""), "line 1: “title” is missing or empty."),
        (LEAST.replace('systems = { new = "s" }', ""), "line 2: There is no system: [set.systems]"),
        (LEAST.replace('"s"', r'"a\u0000b"'), "the character NUL"),
        (LEAST.replace('"n"', r'"a\u001bb"'), "line 3: “name” has a character that cannot be seen"),
        (LEAST.replace("new =", '" new" ='), "begins or ends with a space"),
        (LEAST + "fail_under = -1\n", "There is a gate, and nothing that the systems are held"),
        (LEAST + '[[set.slice]]\nname = "a"\nwhere = "digits"\nfail_under = 0\n',
         "There is a gate, and nothing that the systems are held"),
        ("trials = 0\n" + LEAST + 'baseline = "b"\nfail_if_significant = true\n',
         "A gate asks for p: trials are to be above 0."),
        ("trials = 0\n" + LEAST + 'baseline = "b"\nfail_if = ["chrf.p<0.1"]\n',
         "A gate asks for p: trials are to be above 0."),
        (LEAST + '[[set.slice]]\nname = "a"\nwhere = "digits"\nfail_if = ["chrf<0"]\n',
         "There is a gate, and nothing that the systems are held"),
        ("trials = 0\n" + LEAST + 'baseline = "b"\n[[set.slice]]\nname = "a"\nwhere = "digits"\n'
         "fail_if_significant = true\n", "A gate asks for p: trials are to be above 0."),
        (LEAST + LEAST.partition("\n")[2], "line 7: Another set is called “n” too."),
        (LEAST + '[[set.slice]]\nname = "a"\nwhere = "x"\n' * 2,
         "line 10: Another slice of this set is called “a” too."),
        (LEAST + "max_ngram_order = 3\nweights = [0.5, 0.5]\n",
         "line 6: These settings do not go together: 2 weights are given for max_ngram_order 3."),
        (LEAST + "smooth_value = 1e999\n", "line 6: These settings do not go together"),
        (LEAST + f"max_ngram_order = {10**400}\n", "line 6: "),
        (LEAST + f"fail_under = {10**400}\n", "line 6: “fail_under” is to be a number."),
        (LEAST + "x = [[[[", "line 6: this is no TOML"),
        ("[[set]]\n" * (MOST_SETS + 1), "1,000 are the most"),
    ],
    ids=lambda value: None,
)  # fmt: skip
def test_a_fault(text: str, told: str) -> None:
    assert any(told in one.replace("\u202f", ",") for one in faults(text)), faults(text)


def test_a_file_is_read_in_bounds() -> None:
    assert "bytes" in faults("#" * (MOST_BYTES + 1))[0]
    assert "nested too deeply" in faults("x = " + "[" * 100_000)[0]
    with pytest.raises(TomlFaults, match="no UTF-8"):
        read_suite(b'title = "\xff"', "", FOLDER)


VALUES = st.recursive(
    st.one_of(
        st.booleans().map(lambda yes: "true" if yes else "false"),
        st.integers().map(str),
        st.floats().map(repr),
        st.text(string.printable, max_size=20).map(quoted),
        st.sampled_from(['"last passed"', '"run: x"', '"bleu<0"', "2026-11-01", "{}", "[]"]),
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda all_: f"[{', '.join(all_)}]"),
    max_leaves=4,
)
KEYS = st.sampled_from([
    "title", "trials", "seed", "name", "references", "source", "documents", "baseline", "tokenize",
    "metrics", "fail_under", "fail_if", "fail_if_significant", "level", "accept_findings",
    "smooth_value", "max_ngram_order", "weights", "systems", "slice", "where", "set", "defaults",
])  # fmt: skip
HEADERS = st.sampled_from(["[defaults]", "[[set]]", "[set.systems]", "[[set.slice]]", "[x]", ""])


@given(st.lists(st.tuples(HEADERS, st.lists(st.tuples(KEYS, VALUES), max_size=4)), max_size=5))
def test_whatever_stands_in_a_file_it_is_a_suite_or_faults_by_line(tables) -> None:
    lines = []
    for header, values in tables:
        lines += [header, *(f"{key} = {value}" for key, value in values)]
    text = "\n".join(lines)
    try:
        suite = read(text)
    except TomlFaults:
        told = faults(text)
        assert all(one.startswith(("bleu.toml, line ", "There are ")) for one in told)
    else:
        assert suite.title
        assert suite.sets
