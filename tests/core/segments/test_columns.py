"""The columns of a segment: each against what it is said to be, written out slowly."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, sentence_bleu
from bleu_core.common import scripts
from bleu_core.messages import codes
from bleu_core.metrics import get_metric
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.columns import (
    ANNOTATION_COLUMNS,
    TEXT,
    SegmentAnnotations,
    SegmentTable,
    SegmentTexts,
    table_of,
)
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.text.tokenizers import tokenize_line
from tests.core.metrics.test_wer import edits
from tests.core.nasty_texts import PIECES, corpora, files, texts
from tests.core.refusing import refused
from tests.core.segments.test_slices import COMPARISON, sample
from tests.places import sample_lines

TABLE = table_of(COMPARISON)
EVALSET = COMPARISON.evalset
SIDES = {"a": "direct", "b": "pivot"}


def told(texts: SegmentTexts) -> list[set[str]]:
    """What a column of texts says of each segment."""
    found: list[set[str]] = [set() for _ in range(texts.size)]
    for column, segments in texts.parts:
        places = range(texts.size) if segments is None else segments.tolist()
        for i, text in zip(places, column.to_pylist(), strict=True):
            if text is not None:
                found[i].add(text)
    return found


def tokens(text: str | None) -> list[str]:
    return tokenize_line(text or "", COMPARISON.config)


def output(side: str) -> list[str]:
    found: list[str] = EVALSET.systems[SIDES[side]].to_pylist()
    return found


def nearest(length: int, i: int) -> int:
    """The reference length of a segment for an output so long."""
    lengths = [len(tokens(stream[i].as_py())) for stream in EVALSET.references]
    return min(lengths, key=lambda one: (abs(one - length), one))


def assert_numbers(name: str, slowly: Callable[[int], float], table: SegmentTable = TABLE) -> None:
    expected = [slowly(i) for i in range(len(table))]
    assert table.numbers(name).tolist() == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_lengths_and_ratios_are_those_of_the_tokens() -> None:
    lengths = {side: [len(tokens(text)) for text in output(side)] for side in "ab"}
    measured = {side: [nearest(n, i) for i, n in enumerate(lengths[side])] for side in "ab"}
    for side in "ab":
        own, ref = lengths[side], measured[side]
        assert_numbers(f"{side}.length", lambda i, own=own: own[i])
        assert_numbers(f"{side}.ratio", lambda i, own=own, ref=ref: own[i] / ref[i])
    # That of the reference is the mean of the two that count.
    assert_numbers("reference.length", lambda i: (measured["a"][i] + measured["b"][i]) / 2)
    data = EvalSet({"x": ["a b", "c"]}, [["", "c d"]], source=["One, two.", ""])
    table = table_of(Comparison.of(data))
    assert table.numbers("source.length").tolist() == [4, 0]
    assert table.numbers("a.ratio").tolist() == pytest.approx([math.nan, 0.5], nan_ok=True)


def test_sentence_scores_and_matches_are_those_of_each_segment_alone() -> None:
    config, rows = BleuConfig(effective_order=True), range(0, len(COMPARISON), 6)
    for side in "ab":
        texts, found = output(side), table_of(COMPARISON.part(np.array(rows)))
        alone = [
            sentence_bleu(texts[i], [stream[i].as_py() for stream in EVALSET.references], config)
            for i in rows
        ]
        scores = [one.score for one in alone]
        assert found.numbers(f"{side}.bleu").tolist() == pytest.approx(scores, abs=1e-9)
        assert found.numbers("line").tolist() == [i + 1 for i in rows]
        for n in range(4):
            matches = [one.counts[n] for one in alone]
            assert found.numbers(f"{side}.matches{n + 1}").tolist() == matches
    a, b = TABLE.numbers("a.bleu"), TABLE.numbers("b.bleu")
    assert_numbers("delta", lambda i: b[i] - a[i])
    assert_numbers("gain", lambda i: b[i] - a[i])


def test_values_of_a_part_are_those_of_the_whole() -> None:
    rows = np.flatnonzero(TABLE.numbers("rarest") == 2)
    part = table_of(COMPARISON.part(rows, "rarest = 2"))
    for name, column in TABLE.columns.items():
        if column.missing or name.startswith("points"):  # points are of Δ, which is the part's
            continue
        if column.kind == TEXT:
            assert told(part.texts(name)) == [told(TABLE.texts(name))[row] for row in rows], name
        else:
            np.testing.assert_array_equal(part.values(name), TABLE.values(name)[rows], name)


def test_points_by_component_sum_to_the_points_and_those_to_the_difference() -> None:
    parts = sum(TABLE.numbers(f"points.{name}") for name in ("p1", "p2", "p3", "p4", "bp"))
    assert parts.tolist() == pytest.approx(TABLE.numbers("points").tolist(), abs=1e-9)
    whole = TABLE.numbers("points").sum() + COMPARISON.ledger.unattributed
    assert whole == pytest.approx(COMPARISON.delta, abs=1e-9)
    for name, points in COMPARISON.ledger.components.items():
        assert TABLE.numbers(f"points.{name}").sum() == pytest.approx(points, abs=1e-9)


def test_what_cannot_be_counted_says_why() -> None:
    undefined = EvalSet({"x": ["a b"], "y": ["c d"]}, [["a b"]])
    tables = {
        "two orders": table_of(sample(BleuConfig(max_ngram_order=2))),
        "undefined": table_of(Comparison.of(undefined, BleuConfig(smooth_method="none"))),
        "usual": TABLE,
    }
    for of, name, why in [
        ("two orders", "points.p3", "order_not_counted"),
        ("two orders", "a.matches4", "order_not_counted"), ("undefined", "points", "ledger"),
        ("undefined", "points.p1", "ledger"), ("undefined", "points.bp", "ledger"),
        ("undefined", "agreement", "references"), ("usual", "source", "source"),
        ("usual", "source.length", "source"), ("usual", "b.copy", "source"),
        ("undefined", "document", "documents"), ("usual", "delta.chrf", "metric_not_counted"),
        # Where nobody asked what people say, that is no finding that they say nothing.
        *(("usual", name, "annotations") for name in ANNOTATION_COLUMNS),
    ]:  # fmt: skip
        missing = tables[of].column(name).missing
        assert missing.values.get("why", missing.code.removeprefix("column.")) == why, name
        with refused(missing.code):
            tables[of].values(name)
    assert tables["two orders"].column("points.p3").missing.values == {"highest": 2}
    assert tables["two orders"].numbers("points.p2").shape == (len(TABLE),)
    more = table_of(sample(BleuConfig(max_ngram_order=6)))
    assert {"points.p6", "b.matches6"} <= more.columns.keys()
    with refused("column.other_kind"):
        TABLE.numbers("text")


def test_texts_are_those_of_the_data_and_never_hidden() -> None:
    assert told(TABLE.texts("document")) == [{name} for name in sample_lines("documents.txt")]
    found = told(TABLE.texts("text"))
    streams = [*EVALSET.references, EVALSET.systems["direct"], EVALSET.systems["pivot"]]
    for i, said in enumerate(found):
        assert said == {stream[i].as_py() for stream in streams}
    data = EvalSet(
        {"x": ["a", "b"]}, [["a", "b"]], metadata={"note": ["n1", "n2"], "kind": ["k1", "k2"]}
    )
    table = table_of(Comparison.of(data), annotations=SegmentAnnotations())
    assert told(table.texts("kind")) == [{"k1"}, {"k2"}]
    assert told(table.texts("data.note")) == [{"n1"}, {"n2"}]
    assert told(table.texts("note")) == [set(), set()]


def test_metrics_are_columns_turned_so_that_a_gain_is_better() -> None:
    metric_pairs = {
        key: compare_with_metric(COMPARISON, get_metric(key)) for key in ("chrf", "wer")
    }
    table = table_of(COMPARISON, metric_pairs=metric_pairs)
    for key, sign in (("chrf", 1), ("wer", -1)):
        a, b = metric_pairs[key].sentences_a, metric_pairs[key].sentences_b
        for what, expected in {"a": a, "b": b, "delta": b - a, "gain": sign * (b - a)}.items():
            assert_numbers(f"{what}.{key}", expected.__getitem__, table)
    assert codes([table.column("delta.ter").missing]) == ["column.metric_not_counted"]


def test_what_people_say_is_there_for_the_segments_that_they_say_it_of() -> None:
    annotations = {
        1: Annotation("B better", (Label("A", "order", "minor"), Label("B", "name", "major"))),
        3: Annotation(note="see 2"),
    }
    marks = ((1, "Accuracy", "minor"), (4, "Fluency", "critical"))
    table = table_of(COMPARISON, annotations=SegmentAnnotations(annotations, marks, marks[1:]))
    expected = {
        "verdict": {1: {"B better"}}, "label": {1: {"order", "name"}},
        "label.severity": {1: {"minor", "major"}}, "severity": {1: {"minor"}, 4: {"critical"}},
        "category": {1: {"Accuracy"}, 4: {"Fluency"}}, "my.severity": {4: {"critical"}},
        "my.category": {4: {"Fluency"}}, "note": {3: {"see 2"}},
    }  # fmt: skip
    assert expected.keys() == ANNOTATION_COLUMNS
    nothing = table_of(COMPARISON, annotations=SegmentAnnotations())
    for name, said in expected.items():
        assert told(table.texts(name)) == [said.get(i, set()) for i in range(len(table))], name
        assert told(nothing.texts(name)) == [set()] * len(table)


def test_columns_of_both_outputs_stay_as_they_are_when_these_change_places() -> None:
    other = table_of(Comparison.of(EVALSET, COMPARISON.config, "pivot", "direct"))
    for name, column in TABLE.columns.items():
        if column.missing or column.depends_on == "one":
            continue
        if column.kind == TEXT:
            assert told(TABLE.texts(name)) == told(other.texts(name)), name
        else:
            np.testing.assert_array_equal(TABLE.values(name), other.values(name), name)


WORDS = [*PIECES, "I", "A ", "the ", "Cat", "NASA", "É", "http://x", "WWW.x", "a@b.c", "<b>", "? "]
nasty = st.one_of(texts(WORDS), files)


def table(
    references: list[list[str | None]],
    a: list[str] | None = None,
    b: list[str] | None = None,
    source: list[str] | None = None,
    config: BleuConfig = BleuConfig(),
) -> SegmentTable:
    nothing = [""] * len(references[0])
    data = EvalSet({"A": a or nothing, "B": b or nothing}, references, source=source)
    return table_of(Comparison.of(data, config))


def is_space(c: str) -> bool:
    return c in "\t\n\r\f " or unicodedata.category(c).startswith("Z")


def is_upper(c: str) -> bool:
    return unicodedata.category(c) in ("Lu", "Lt")


def is_letter(c: str) -> bool:
    return unicodedata.category(c).startswith("L")


def question(text: str) -> bool:
    for i, c in enumerate(text):
        if c in "？؟\u037e፧⸮՞":
            return True
        is_greek = c == ";" and i and regex.match(r"\p{Greek}", text[i - 1])
        if c == "?" or is_greek:
            rest = text[i + 1 :]
            while rest and (rest[0] in "\"'!?.…*" or unicodedata.category(rest[0]) in ("Pe", "Pf")):
                rest = rest[1:]
            if not rest or is_space(rest[0]):
                return True
    return False


def digits(text: str) -> bool:
    return any(c.isdecimal() for c in text)


def capitals(text: str) -> bool:
    for i in range(1, len(text)):
        after = text[i + 1 :].lstrip("".join(c for c in text if unicodedata.category(c)[0] == "M"))
        if not (is_upper(text[i]) and after and is_letter(after[0])):
            continue
        j = i - 1
        while j >= 0 and (text[j] in "\"'" or unicodedata.category(text[j]) in ("Ps", "Pi")):
            j -= 1
        if j < 0 or not is_space(text[j]):
            continue
        while j >= 0 and is_space(text[j]):
            j -= 1
        while j >= 0 and (text[j] in "\"'" or unicodedata.category(text[j]) in ("Pe", "Pf")):
            j -= 1
        kind = unicodedata.category(text[j]) if j >= 0 else ""
        if kind[:1] in ("L", "M") or kind == "Nd" or (j >= 0 and text[j] in ",;"):
            return True
    return False


TWINS = {
    "question": question,
    "quotation": lambda text: any(c in '"“”„‟«»‹›「」『』〝〞〟＂' for c in text),
    "digits": digits,
    "brackets": lambda text: any(c in "()[]{}（）［］｛｝【】〔〕" for c in text),
    "capitals": capitals,
}


@given(st.lists(nasty, min_size=1, max_size=4))
@example(["Why? I", 'He said "why?"', "a?b", "x (Really?) y", "？", ""])
@example(["one; two", "three;", "Γιατί; Ναι", "Γιατί;»", "Γιατί\u037e", "α;β"])
@example(["then Bob", "then “Bob”", "then I went", "1 Cat", "so: Bob", "end. Bob", "x, É́t"])
@example(["the (then) Cat", "NASA", "a\u2003B c", "a\u2003Bc", "a Ǆc"])
def test_what_a_source_looks_like(lines: list[str]) -> None:
    found = table([list(lines)], source=lines)
    for name, twin in TWINS.items():
        assert found.flags(name).tolist() == [twin(line) for line in lines], (name, lines)


def test_addresses_and_markup() -> None:
    for name, yes, no in (
        ("url", ["see http://a.b", "HTTPS://x", "www.x.y", "ftp://f", "a.b@c.de", "é@ü.ö"],
         ["http", "http:// x", "www. x", "@home", "a@b", "a @b.c", "10:30"]),
        ("markup", ["<b>", "x</p>", '<a href="x">', "<!-- x", "&amp;", "&#39;", "&#x2f;", "<é>"],
         ["a < b > c", "<3", "AT&T", "& amp;", "{0}", "<>", "5 <b"]),
    ):  # fmt: skip
        lines = yes + no
        found = table([[*lines]], source=lines).flags(name).tolist()
        assert [line for line, is_so in zip(lines, found, strict=True) if is_so] == yes


@given(st.lists(nasty, max_size=5))
@example(["Ну, ok!", "日本ー", "42", "aЯ", "Яa", ""])
def test_the_script_is_that_of_most_letters(lines: list[str]) -> None:
    def of(c: str) -> str | None:
        if not is_letter(c):
            return None
        kinds = (n for n, p in scripts.SCRIPTS.items() if fits(c, p))
        return next(kinds, None)

    def slowly(text: str) -> str | None:
        counted = Counter(filter(None, map(of, text)))
        order = list(scripts.SCRIPTS)
        return min(counted, key=lambda one: (-counted[one], order.index(one)), default=None)

    found = scripts.main_script(pa.array(lines, pa.large_string())).to_pylist()
    assert found == [slowly(line) for line in lines]


def fits(c: str, pattern: str) -> bool:
    return bool(pc.match_substring_regex(pa.scalar(c), pattern).as_py())


@given(st.lists(st.tuples(nasty, nasty), min_size=1, max_size=4))
@example([("", ""), ("ab", ""), ("abc", "abd")])
def test_similarity_is_what_no_edit_touches(pairs: list[tuple[str, str]]) -> None:
    a, b = map(list, zip(*pairs, strict=True))
    found = table([["x"] * len(pairs)], a, b).numbers("similarity")
    expected = [1 - edits(x, y) / max(len(x), len(y), 1) for x, y in pairs]
    assert found.tolist() == pytest.approx(expected)


CONFIGS = [
    BleuConfig(),
    BleuConfig(max_ngram_order=2, reference_length="average", lowercase=True),
    BleuConfig(tokenize="none", reference_length="shortest", smooth_method="floor"),
]


@given(corpora(files), st.sampled_from(CONFIGS))
def test_what_is_counted_of_the_references(corpus, config) -> None:
    outputs, references = corpus
    found = table(references, outputs, outputs[::-1], config=config)
    size = len(outputs)
    words = [[tokenize_line(stream[i] or "", config) for stream in references] for i in range(size)]
    times = Counter(word for segment in words for ref in segment for word in ref)
    for i in range(size):
        own = {word for ref in words[i] for word in ref}
        least = min((times[word] for word in own), default=math.nan)
        assert found.numbers("rarest")[i] == pytest.approx(least, nan_ok=True)
        for side, streams in (("a", outputs), ("b", outputs[::-1])):
            tokens = tokenize_line(streams[i], config)
            unseen = sum(word not in own for word in tokens)
            share = unseen / len(tokens) if tokens else math.nan
            assert found.numbers(f"{side}.unseen")[i] == pytest.approx(share, nan_ok=True)
    if len(references) == 1:
        assert found.column("agreement").missing
        return
    alone = replace(config, effective_order=True)
    agreement = found.numbers("agreement")
    for i in range(size):
        here = [stream[i] for stream in references if stream[i] is not None]
        scores = [
            sentence_bleu(one, here[:r] + here[r + 1 :], alone).score
            for r, one in enumerate(here)
            if len(here) > 1
        ]
        expected = sum(scores) / len(scores) if scores else math.nan
        assert agreement[i] == pytest.approx(expected, nan_ok=True)
