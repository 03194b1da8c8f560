"""Plugins on the command line: the guide's package is used by name, and failing ones are named."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bleu_core.metrics.signature import is_known_to_sacrebleu
from bleu_core.text.config import BleuConfig
from tests.command import Command, write
from tests.documents import commands
from tests.plugins import GUIDE, installed_example

REFERENCE = [f"The cat no. {i} sat on the mat, in the house of my aunt!" for i in range(40)]
A = [line.replace("aunt", "uncle") for line in REFERENCE]
B = [line.replace("cat", "dog") for line in A]


@pytest.fixture
def run(run: Command, tmp_path: Path) -> Iterator[Command]:
    write(Path(), {"a": A, "b": B, "ref": REFERENCE})
    with installed_example(tmp_path / "packages"):
        yield run


def test_the_commands_of_the_guide_work(run: Command) -> None:
    rows = [" ||| ".join(row) for row in zip(A, REFERENCE, B, strict=True)]
    files = {"old.en": A, "new.en": B, "ref.en": REFERENCE, "triples.txt": ["#triples", *rows]}
    write(Path(), files)
    assert [run(*line.split()[1:])[0] for line in commands(GUIDE)] == [0, 0]


def test_a_metric_can_score_rank_gate_and_filter(run: Command) -> None:
    code, out, _ = run("score", "b", "-m", "known-words", "--format", "json", "--ref", "ref")
    assert (code, round(json.loads(out)["score"], 2)) == (0, 85.71)
    code, out, _ = run("rank", "a", "b", "--ref", "ref", "--by", "known-words")
    assert (code, "Known words" in out) == (0, True)
    gate = ("--fail-if", "known-words<0", "-m", "known-words")
    assert run("compare", "a", "b", "--ref", "ref", *gate)[0] == 1
    where = ("-m", "known-words", "--where", "`delta.known-words` < 0")
    assert run("compare", "a", "b", "--ref", "ref", *where)[0] == 0


@pytest.mark.parametrize("command", ["score", "compare", "rank"])
def test_a_metric_that_fails_is_named(run: Command, command: str) -> None:
    files = ("b",) if command == "score" else ("a", "b")
    for name in ("failing", "late"):
        [problem] = run.refused(command, *files, "--ref", "ref", "-m", name)
        assert f"The metric {name!r} of the plugin failing-pack 0.1 failed" in problem


def test_a_plugin_that_cannot_be_loaded_is_named_when_it_is_asked_for(run: Command) -> None:
    for words in (("--metrics=absent",), ("-m", "chrf", "absent"), ("-tok", "gone")):
        [problem] = run.refused("compare", "a", "b", "--ref=ref", *words)
        assert "failing-pack 0.1" in problem
        assert "no_such_module" in problem
    [problem] = run.refused("compare", "a", "b", "--ref=ref", "-tok", "ring")
    assert "␇" in problem  # it cannot command the terminal
    [problem] = run.refused("compare", "a", "b", "--ref", "ref", "--metrics=other")
    assert "known-words" in problem


def test_a_tokenizer_scores_and_is_named_in_signatures(run: Command) -> None:
    found = run.json("compare", "a", "b", "--ref", "ref", "-tok", "parts", "-m", "wer")
    for metric in found["metrics"].values():
        assert "|tok:parts-my-plugins-1.2|" in metric["signature"]
    # "no." are two tokens, as under 13a; sacreBLEU does not know the tokenizer.
    assert found["metrics"]["bleu"]["a"] == pytest.approx(
        run.json("compare", "a", "b", "--ref", "ref")["metrics"]["bleu"]["a"]
    )
    assert not is_known_to_sacrebleu(BleuConfig(tokenize="parts"))


def test_a_format_is_recognized_or_named_and_scored(run: Command) -> None:
    rows = (f"no. 1 ||| {ref} ||| {out}" for ref, out in zip(REFERENCE, B, strict=True))
    write(Path(), {"all.txt": ["#triples", *rows]})
    code, out, _ = run("score", "all.txt", "--list")
    assert code == 0
    assert "source, reference and output, 40 segments" in out
    expected = json.loads(run("score", "b", "--ref", "ref", "--format", "json")[1])["score"]
    for words in ((), ("--input-format", "triples")):
        found = json.loads(run("score", "all.txt", "--format", "json", *words)[1])
        assert found["score"] == expected
