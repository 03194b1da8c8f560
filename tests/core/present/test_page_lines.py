"""Lines of a page: tokens and signs of many segments at once, beside the same of one by one."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.explain.matching import match_segment
from bleu_core.present.viewer.lines import set_lines, token_places
from bleu_core.text.encoding import EncodedStream
from bleu_core.text.spans import TokenSpan, align_tokens
from tests.core.nasty_texts import corpora, files

SIGNS = {"credited": "+", "clipped": "^", "unmatched": "-", "covered": "+", "missed": "-"}
configs = st.builds(
    BleuConfig,
    tokenize=st.sampled_from(["13a", "none", "char", "zh", "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.sampled_from([1, 2, 4, 9]),
)


class SlowLines:
    """The `Lines` of document.js, a line at a time."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {"texts": [], "tokens": [], "scored": {}}

    def add(self, text: str | None, tokens: tuple[TokenSpan, ...] | None) -> None:
        place = str(len(self.data["texts"]))
        self.data["texts"].append(text)
        if text is None or tokens is None:
            self.data["tokens"].append(None)
            return
        ends = [0, *(token.end for token in tokens)]
        numbers = [
            (token.start - end, token.end - token.start)
            for token, end in zip(tokens, ends, strict=False)
        ]
        self.data["tokens"].append([number for pair in numbers for number in pair])
        scored = {
            str(t): token.text
            for t, token in enumerate(tokens)
            if text[token.start : token.end] != token.text
        }
        if scored:
            self.data["scored"][place] = scored


def signs(occurrences: Any) -> list[str]:
    return ["".join(SIGNS[status] for status in order) for order in occurrences]


def slow_lines(evalset: EvalSet, config: BleuConfig, rows: list[int]) -> tuple[Any, Any]:
    references = [SlowLines() for _ in evalset.references]
    systems = {name: (SlowLines(), [], [[] for _ in references]) for name in evalset.systems}
    for row in rows:
        texts = [column[row].as_py() for column in evalset.references]
        for name, (lines, occurrences, covered) in systems.items():
            text = evalset.systems[name][row].as_py()
            found = match_segment(text, texts, config)
            lines.add(text, found.match.tokens)
            occurrences.append(signs(found.match.occurrences))
            for r, one in enumerate(found.match.references):
                covered[r].append(None if one is None else signs(one.occurrences))
        for r, tokens in enumerate(found.references):
            references[r].add(texts[r], tokens)
    made = [(lines.data, *signs) for lines, *signs in systems.values()]
    return [lines.data for lines in references], made


@st.composite
def two_systems(draw: st.DrawFn) -> EvalSet:
    """Two systems with one to three references, some of which are missing."""
    output, references = draw(corpora(files))
    other = draw(st.permutations(output))
    return EvalSet({"one": output, "two": list(other)}, references)


CLIPPED = EvalSet({"one": ["x s z w s y"], "two": ["İ x <skipped>s"]}, [["x s y"], [None], ["s"]])


@given(evalset=two_systems(), config=configs)
@example(evalset=CLIPPED, config=BleuConfig(max_ngram_order=2))
@example(evalset=CLIPPED, config=BleuConfig(tokenize="char", lowercase=True))
def test_the_lines_are_those_of_single_segments(evalset: EvalSet, config: BleuConfig) -> None:
    found = set_lines(evalset, list(evalset.systems), config)
    assert found[:2] == slow_lines(evalset, config, list(range(len(evalset))))


@given(evalset=two_systems(), config=configs, data=st.data())
def test_the_lines_of_some_segments(
    evalset: EvalSet, config: BleuConfig, data: st.DataObject
) -> None:
    rows = data.draw(st.sets(st.integers(0, len(evalset) - 1)).map(sorted))
    found = set_lines(evalset, list(evalset.systems), config, np.array(rows, np.int64))
    assert found[:2] == slow_lines(evalset, config, rows)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ａ b", ["A", "b"]),  # as a tokenizer that normalizes has it
        ("a b", ["ab"]),
        ("the cat", ["▁the", "▁cat"]),
        ("b", ["▁", "b"]),
    ],
)
def test_tokens_that_are_not_in_the_text(text: str, tokens: list[str]) -> None:
    config = BleuConfig(tokenize="spm")
    ids = np.arange(len(tokens) + 1, dtype=np.int32)
    lengths = np.array([len(tokens), 1])
    stream = EncodedStream(ids, lengths, np.ones(2, np.bool_))
    gaps, sizes, changed = token_places(
        [text, "x"], stream, pa.array([*tokens, "x"], pa.string()), config
    )
    slow = SlowLines()
    slow.add(text, tuple(align_tokens(tokens, text, config)))
    size = len(tokens)
    pairs = zip(gaps.tolist()[:size], sizes.tolist()[:size], strict=True)
    assert [number for pair in pairs for number in pair] == slow.data["tokens"][0]
    assert np.flatnonzero(changed).tolist() == [
        int(token) for token in slow.data["scored"].get("0", {})
    ]
