"""A suite's file: what it says, every fault of it by its line, and what the pages on it promise."""

import string
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import Message
from bleu_core.readers.fields import FileFaults
from bleu_core.readers.fields import toml_string as quoted
from bleu_core.suite.definition import (
    LAST_PASSED,
    MOST_BYTES,
    MOST_SETS,
    Baseline,
    Gates,
    SliceDefinition,
    Suite,
    read_suite,
)
from bleu_core.text.config import BleuConfig
from tests.documents import DOCS, blocks
from tests.places import ROOT

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


def faults(text: str) -> list[tuple[int, Message]]:
    with pytest.raises(FileFaults) as told:
        read(text)
    found = [one.values for one in told.value.problems if one.code == "toml.fault"]
    return [(one["line"], one["problem"]) for one in found]


def located(text: str) -> list[tuple[int, str]]:
    return [(line, problem.code) for line, problem in faults(text)]


def test_a_file_says_what_is_compared_with_what_and_by_which_gates() -> None:
    suite = read(WHOLE)
    assert (suite.title, suite.trials, suite.seed) == ("Nightly", 500, 7)
    news, talks = suite.sets
    assert (news.name, talks.name) == ("news", "talks")
    assert news.references == (FOLDER / "news/ref1.en", Path("/elsewhere/ref2.en"))
    assert (news.source, news.documents) == (FOLDER / "news/source.sk", FOLDER / "news/docs")
    assert talks.source is talks.documents is None
    newest = FOLDER / "../newest.en"
    assert dict(news.systems) == {"new": FOLDER / "news/new.en", "the newest": newest}
    assert list(news.systems) == ["new", "the newest"]
    assert news.slices == (
        SliceDefinition("digits", "digits", -0.3),
        SliceDefinition(
            "questions", 'question and source ~ "x"', None, True, ("wer>1 and bleu<0",)
        ),
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

    # Defaults may name the last run that passed.
    text = LEAST.replace("[[set]]", '[defaults]\nbaseline = "last passed"\n[[set]]')
    assert read(text).sets[0].baseline == Baseline(last_passed=True)
    # A file of that name is meant by its path.
    text = text.replace('"last passed"', '"./last passed"')
    assert read(text).sets[0].baseline == Baseline(file=FOLDER / "last passed")


def test_every_fault_is_told_at_once_by_its_line() -> None:
    wrong = [
        ("trials = 500", "trials = -1", "toml.must_be"),
        ('"intl"', '"intel"', "toml.must_be"),
        ('"chrf", "bleu"', '"chrF"', "toml.must_be"),
        ("fail_under = -0.5", "fail_under = nan", "toml.must_be"),
        ("significant = true\n\n", 'significant = "yes"\n\n', "toml.must_be"),
        ('name = "news"', 'name = "  "', "toml.missing"),
        ('references = ["news', 'reference = ["news', "toml.unknown_name"),
        ('"news/docs"', "3", "toml.must_be"),
        ('"Latin-1"', '"latin1x"', "encoding.unknown"),
        ('format = "text"', 'format = "txt"', "toml.must_be"),
        ('"news/new.en"', '""', "toml.missing"),
        ("fail_under = -0.3", 'fail_under = "-0.3"', "toml.must_be"),
        ("where = 'question", "whence = 'question", "toml.unknown_name"),
        ('"run: monday\'s"', '"run:"', "toml.must_be"),
        ("wer>1", "wear>1", "suite.condition"),
        ("chrf<0", "chrf<<0", "suite.condition"),
        ("level = 0.01", "level = 1", "toml.must_be"),
    ]
    text = WHOLE
    for was, becomes, _ in wrong:
        assert text.count(was) == 1, was
        text = text.replace(was, becomes)
    expected = [(WHOLE[: WHOLE.index(was)].count("\n") + 1, code) for was, _, code in wrong]
    # Where another name stands, the one that is needed is missing.
    expected += [(12, "toml.must_be"), (29, "toml.missing")]
    assert sorted(located(text)) == sorted(expected)
    values = [problem.values for _, problem in faults(text)]
    assert [one["near"] for one in values if "names" in one] == ["references", "where"]
    assert [one["at"] for one in values if "at" in one] == [1, 20]


SLICE = '[[set.slice]]\nname = "a"\nwhere = "digits"\n'
UNTESTED = "trials = 0\n" + LEAST + 'baseline = "b"\n'


def test_faults() -> None:
    cases = {
        'title = "T"': [(1, "toml.none_in_file")],
        LEAST.replace('title = "T"\n', ""): [(1, "toml.missing")],
        LEAST.replace('systems = { new = "s" }', ""): [(2, "suite.no_system")],
        LEAST + 'test_set = "wmt23"\n': [(6, "testset.given_too")],
        LEAST + 'language_pair = "de"\n': [(6, "testset.no_pair")],
        LEAST.replace('"s"', r'"a\u0000b"'): [(5, "toml.must_be")],
        LEAST.replace('"n"', r'"a\u001bb"'): [(3, "systems.bad_name")],
        LEAST.replace('"n"', f'"{"n" * 81}"'): [(3, "toml.too_long")],
        LEAST + "fail_under = -1\n": [(2, "suite.no_baseline")],
        UNTESTED + "fail_if_significant = true\n": [(4, "toml.must_be")],
        UNTESTED + "min_power = 0.8\n": [(4, "toml.must_be")],
        LEAST + LEAST.partition("\n")[2]: [(7, "toml.named_twice")],
        LEAST + SLICE * 2: [(10, "toml.named_twice")],
        LEAST + "max_ngram_order = 3\nweights = [0.5, 0.5]\n": [(6, "settings.number_of_weights")],
        LEAST + "smooth_value = 1e999\n": [(6, "settings.no_smooth_value")],
        LEAST + f"fail_under = {10**400}\n": [(6, "toml.must_be")],
        LEAST + "x = [[[[": [(6, "toml.syntax")],
        "#" * (MOST_BYTES + 1): [(1, "toml.too_long")],
    }
    assert {text: located(text) for text in cases} == cases
    many = faults("[[set]]\n" * (MOST_SETS + 1))
    count = {"name": "set", "length": MOST_SETS + 1, "most": MOST_SETS, "unit": "table"}
    assert count in [dict(problem.values) for _, problem in many]
    with pytest.raises(FileFaults) as caught:
        read_suite(b'title = "\xff"', "", FOLDER)
    assert caught.value.problems[0].values["problem"].code == "toml.not_utf8"


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
    except FileFaults:
        assert all(0 < line <= text.count("\n") + 1 and code for line, code in located(text))
    else:
        assert suite.title
        assert suite.sets


FILES, TUTORIAL = (
    (DOCS / page).read_text("utf-8")
    for page in ("reference/suite-files.md", "tutorials/continuous-integration.md")
)


def test_the_reference_shows_a_suite_that_is_one() -> None:
    suite = read_suite(blocks(FILES, "toml")[0].encode(), "bleu.toml", Path("/data"))
    news, talks = suite.sets
    assert news.config.tokenize == "intl"
    assert (news.baseline.file, talks.baseline.last_passed) == (Path("/data/news/old.en"), True)
    assert LAST_PASSED in FILES
    assert news.slices[0].fail_under == -0.3
    assert talks.gates.fail_if == ("bleu<-0.5 and chrf<0",)


def test_the_tutorial_calls_the_action_by_the_inputs_that_it_has() -> None:
    action = yaml.safe_load((ROOT / ".github/actions/bleu/action.yml").read_text("utf-8"))
    (job,) = yaml.safe_load(blocks(TUTORIAL, "yaml")[0])["jobs"].values()
    step = job["steps"][-1]
    assert step["uses"] == "OWNER/bleuscope/.github/actions/bleu@COMMIT"
    assert step["with"].keys() <= action["inputs"].keys()
    for name in action["inputs"].keys() - step["with"].keys():
        assert f"`{name}`" in TUTORIAL
    # What is kept stands in the folder that goes from run to run.
    assert job["env"]["BLEUSCOPE_HOME"] == job["steps"][2]["with"]["path"]
