"""Plugins on the command line: used by name, named in signatures and where they fail."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bleuscope
from bleu_core.messages import codes
from bleu_core.metrics.signature import is_known_to_sacrebleu
from bleu_core.teaching.why.signatures import read_recipe
from bleu_core.text.config import BleuConfig
from tests.command import Command, write
from tests.core.refusing import refused
from tests.plugins import EXAMPLE, add_package, installed, installed_example

REFERENCE = [f"The cat no. {i} sat on the mat, in the house of my aunt!" for i in range(40)]
A = [line.replace("aunt", "uncle") for line in REFERENCE]
B = [line.replace("cat", "dog") for line in A]


@pytest.fixture
def run(run: Command, tmp_path: Path) -> Iterator[Command]:
    write(Path(), {"a": A, "b": B, "ref": REFERENCE})
    with installed_example(tmp_path / "packages"):
        yield run


def test_a_metric_is_computed_and_tested_as_others_are(run: Command) -> None:
    found = run.json("compare", "a", "b", "--ref", "ref", "-m", "word-f1", "chrf")
    metric = found["metrics"]["word-f1"]
    # A shares all words but "aunt!" with the reference; B lacks "cat" too.
    assert metric["a"] == pytest.approx(100 * 13 / 14)
    assert metric["b"] == pytest.approx(100 * 12 / 14)
    assert metric["p_value"] < 0.05
    assert metric["signature"].endswith("|plugin:bleuscope-example-1.2")
    assert list(found["metrics"]) == ["bleu", "word-f1", "chrf"]


def test_a_metric_can_score_rank_gate_and_filter(run: Command) -> None:
    code, out, err = run("score", "b", "-m", "word-f1", "--json", "--ref", "ref")
    assert (code, round(json.loads(out)["score"], 2)) == (0, 85.71)
    # A reader that cannot say what it recognizes is named once, and the file is read.
    assert err.count("The reader 'nil' of the plugin failing-pack 0.1 failed") == 1
    code, out, _ = run("rank", "a", "b", "--ref", "ref", "--by", "word-f1")
    assert (code, "Word F1" in out) == (0, True)
    gate = ("--fail-if", "word-f1<0", "-m", "word-f1")
    assert run("compare", "a", "b", "--ref", "ref", *gate)[0] == 1
    where = ("-m", "word-f1", "--where", "`delta.word-f1` < 0")
    assert run("compare", "a", "b", "--ref", "ref", *where)[0] == 0


@pytest.mark.parametrize("name", ["failing", "late"])
def test_a_metric_that_fails_is_named_and_the_others_stay(run: Command, name: str) -> None:
    for words in (("compare", "a", "b"), ("rank", "a", "b")):
        code, out, err = run(*words, "--ref", "ref", "-m", name, "chrf")
        assert code == 2
        assert "chrF2" in out
        assert f"{name!r} of the plugin failing-pack 0.1" in err
        gate = ("--fail-if", f"{name}<0", "-m", name, "chrf")
        assert codes(run.refused(*words, "--ref", "ref", *gate)) == ["plugin.failed"]


def test_a_plugin_that_is_left_out_is_named_when_it_is_asked_for(run: Command) -> None:
    for metrics in (("--metrics=absent",), ("-m", "chrf", "absent", "a", "b")):
        files = () if "a" in metrics else ("a", "b")
        [problem] = run.refused("compare", "--ref=ref", *metrics, *files)
        assert "failing-pack 0.1" in problem
    [problem] = run.refused("compare", "a", "b", "--ref", "ref", "--metrics=other")
    assert "word-f1" in problem


def test_a_suite_keeps_the_other_metrics(run: Command) -> None:
    suite = """
title = "Nightly"
[[set]]
name = "news"
references = ["ref"]
baseline = "a"
metrics = ["failing", "chrf"]
fail_if = ["chrf<0"]
systems = { new = "b" }
"""
    Path("suite.toml").write_text(suite, "utf-8")
    code, out, _ = run("suite", "suite.toml", "--format", "json")
    (news,) = json.loads(out)["sets"]
    assert code == 2
    assert [metric["key"] for metric in news["systems"][0]["said"]] == ["bleu", "chrf"]
    assert "failing-pack 0.1" in news["problems"][0]


def test_a_tokenizer_scores_and_is_named_in_signatures(run: Command) -> None:
    found = run.json("compare", "a", "b", "--ref", "ref", "-tok", "parts", "-m", "wer")
    for metric in found["metrics"].values():
        assert "|tok:parts-bleuscope-example-1.2|" in metric["signature"]
    # "no." are two tokens, as under 13a; sacreBLEU does not know the tokenizer.
    assert found["metrics"]["bleu"]["a"] == pytest.approx(
        run.json("compare", "a", "b", "--ref", "ref")["metrics"]["bleu"]["a"]
    )
    assert not is_known_to_sacrebleu(BleuConfig(tokenize="parts"))


def test_a_tokenizer_that_fails_is_named(run: Command) -> None:
    compare = ("compare", "a", "b", "--ref", "ref", "-tok")
    assert codes(run.refused(*compare, "catless")) == ["plugin.failed"]
    [problem] = run.refused(*compare, "bad")
    assert "failing-pack 0.1" in problem
    [problem] = run.refused(*compare, "other")
    assert "parts" in problem


@pytest.fixture
def loud(run: Command) -> Command:
    """B is in capitals in every second line; the source has a number in each."""
    shouting = [line.upper() if i % 2 else line for i, line in enumerate(B)]
    write(Path(), {"b": shouting, "src": (f"no. {i}" for i in range(10, 50))})
    return run


def test_a_detector_and_a_column_are_used_as_others_are(loud: Command) -> None:
    words = ("compare", "a", "b", "--ref", "ref", "--src", "src")
    columns = {each["name"]: each for each in loud.json(*words, "--columns")["columns"]}
    assert columns["b.shouting"]["about"].startswith("B: The output is in capitals")
    assert columns["source_digits"]["missing"] == ""
    for name in ("b.shouting", "source_digits"):
        assert columns[name]["about"].endswith("From the plugin bleuscope-example 1.2.")
    for where, segments in (("b.shouting", 20), ("source_digits = 2 and not b.shouting", 20)):
        found = loud.json(*words, "--where", where)
        assert found["segments"] == segments
    assert "in capitals" in loud(*words)[1]


def test_detectors_and_columns_that_fail_are_named_and_the_others_stay(loud: Command) -> None:
    words = ("compare", "a", "b", "--ref", "ref")
    code, out, err = loud(*words, "--accept-findings")
    assert (code, "in capitals" in out) == (0, True)
    assert "The detector 'wrong' of the plugin failing-pack 0.1 failed" in err
    assert "The column 'away' of the plugin failing-pack 0.1 is not available" in err
    columns = {each["name"]: each for each in loud.json(*words, "--columns")["columns"]}
    assert "no_such_module" in columns["away"]["missing"]
    assert "no_such_module" in columns["b.gone"]["missing"]
    assert "LookupError: no columns" in columns["nothing"]["missing"]
    assert columns["source_digits"]["missing"] == "The test set has no source."
    for where in ("zero > 1", "b.wrong", "nothing = 1", "a.gone"):
        assert "failing-pack 0.1" in " ".join(loud.refused(*words, "--where", where))


def test_a_format_is_recognized_or_named_and_scored(run: Command) -> None:
    lines = (
        f"no. {i} ||| {ref} ||| {out}"
        for i, (ref, out) in enumerate(zip(REFERENCE, B, strict=True))
    )
    write(Path(), {"all.txt": ["#triples Google", *lines]})
    code, out, _ = run("score", "all.txt", "--list")
    assert code == 0
    assert "triples of source, reference and output, 40 segments" in out
    expected = json.loads(run("score", "b", "--ref", "ref", "--json")[1])["score"]
    for words in ((), ("--input-format", "triples")):
        found = json.loads(run("score", "all.txt", "--json", *words)[1])
        assert found["score"] == expected


def test_a_damaged_file_and_a_reader_that_fails_are_named(run: Command) -> None:
    write(Path(), {"all.txt": ["#triples Google", "one ||| two"]})
    [problem] = run.refused("score", "all.txt")
    assert "all.txt, line 2" in problem
    [problem] = run.refused("score", "b", "--ref", "ref", "--input-format", "b=nil")
    assert problem.startswith("b cannot be read. The reader 'nil' of the plugin failing-pack 0.1")
    [problem] = run.refused("score", "b", "--ref", "ref", "--input-format", "b=lost")
    assert "no_such_module" in problem
    [problem] = run.refused("score", "b", "--ref", "ref", "--input-format", "b=other")
    assert "triples" in problem


@pytest.mark.parametrize("words", [("score", "b"), ("rank", "a", "b"), ("compare", "a", "b")])
def test_a_reader_that_is_left_out_is_named_once(run: Command, words: tuple[str, ...]) -> None:
    err = run(*words, "--ref", "ref")[2]
    assert err.count("The reader 'lost' of the plugin failing-pack 0.1") == 1


def test_the_library_computes_and_refuses_as_the_command_does(run: Command) -> None:
    config = BleuConfig(tokenize="parts")
    comparison = bleuscope.compare(A, B, REFERENCE, config=config)
    frame = comparison.segments("delta.word-f1", "b.shouting")
    assert frame["delta.word-f1"].tolist() == pytest.approx([-100 / 14] * 40)
    assert not frame["b.shouting"].any()
    for _ in range(2):  # when it fails, and when it is known to fail
        with refused("expression.missing_column"):
            comparison.segments("zero")
    with refused("plugin.failed"):
        comparison.segments("delta.failing")
    with refused("plugin.left_out"):
        BleuConfig(tokenize="bad")
    # A signature with the plugin is read again.
    signature = bleuscope.corpus_bleu(A, [REFERENCE], config).signature
    assert read_recipe(signature).config == config


def test_plugins_lists_all_and_says_why_some_are_left_out(run: Command) -> None:
    code, out, err = run("plugins")
    assert code == 2
    assert "metric     word-f1        bleuscope-example 1.2" in out.splitlines()
    assert "The reader 'lost' of the plugin failing-pack 0.1 is not available" in err
    rows = run.json("plugins", code=2)["plugins"]
    problems = {row["name"]: row["problem"] for row in rows}
    assert problems["shouting"] is None
    assert "no_such_module" in problems["away"]
    assert {row["kind"] for row in rows} == {"metric", "tokenizer", "detector", "column", "reader"}


SILENT = """
class Silent(Exception):
    def __str__(self):
        raise ValueError("no text")
raise Silent
"""
UNNAMED = """
from dataclasses import replace
from bleuscope_example.metric import WordF1
class Unnamed(WordF1):
    about = replace(WordF1.about, label=None)
x = lambda config: Unnamed()
"""


@pytest.mark.parametrize(
    ("package", "group", "code", "problem"),
    [
        ("Summary: no name", "metrics", "", "nameless"),
        ("Name: broken", "exporters", "", "unknown"),
        ("Name: broken", "metrics", SILENT, "Silent"),
        ("Name: broken", "metrics", UNNAMED, "TypeError: about.label returned NoneType; str was"),
        ("Name: broken", "tokenizers", "raise BaseException('skip')", "BaseException: skip"),
    ],
    ids=["nameless", "unknown", "silent", "unnamed", "no_exception"],
)
def test_a_broken_plugin_is_left_out_and_the_others_stay(
    run: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    group: str,
    code: str,
    problem: str,
) -> None:
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    (tmp_path / "broken.py").write_text(code, "utf-8")
    add_package(tmp_path, "broken", "1", {f"{group}.x": "broken:x"})
    metadata = f"Metadata-Version: 2.1\n{package}\nVersion: 1\n"
    (tmp_path / "broken-1.dist-info" / "METADATA").write_text(metadata, "utf-8")
    with installed(tmp_path, tmp_path / "packages", EXAMPLE):
        rows = {row["name"]: row for row in run.json("plugins", code=2)["plugins"]}
    assert rows["word-f1"]["problem"] is None
    assert rows["x"]["package"] == "broken"
    assert rows["x"]["problem"].startswith(problem)


PRINTING = """
print("imported")
def x(text):
    print("called")
    return text.split()
"""


def test_what_a_plugin_prints_goes_to_standard_error(run: Command, tmp_path: Path) -> None:
    (tmp_path / "printing.py").write_text(PRINTING, "utf-8")
    add_package(tmp_path, "printing", "1", {"tokenizers.x": "printing:x"})
    with installed(tmp_path):
        code, out, err = run("score", "b", "--ref", "ref", "-tok", "x", "--json")
    assert (code, json.loads(out)["score"] > 0) == (0, True)
    assert err.splitlines()[:2] == ["imported", "called"]
