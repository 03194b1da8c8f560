"""Degenerate output: each detector by cases written by hand, and against its slow twin."""

import math
import random
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.segments.columns import table_of
from bleu_core.segments.detectors import (
    DETECTORS,
    SAMENESS,
    DetectorInput,
    Thresholds,
    detector_summary,
    names,
    output_checks,
    placeholders,
    read_thresholds,
    word_checks,
    written_numbers,
    written_thresholds,
)
from bleu_core.segments.detectors.names import lost_names
from tests.core import slow_detectors as slow
from tests.core.refusing import refused

FIND = {one.name: one.find for one in DETECTORS}
SAME = {one.name: one.find for one in SAMENESS}
USUAL = Thresholds()


def of(
    a: list[str],
    references: list[list[str | None]],
    source: list[str] | None = None,
    b: list[str] | None = None,
) -> DetectorInput:
    """The outputs of A, and of B if they matter, with what they are held against."""
    data = EvalSet({"A": a, "B": b or a[::-1]}, references, source=source)
    return DetectorInput(*data.systems.values(), data.source, tuple(data.references), data)


def found(
    name: str, output: str, source: str | None, reference: str, limits: Thresholds = USUAL
) -> bool:
    """Whether a detector finds one output, held against its own source and reference."""
    material = of([output], [[reference]], None if source is None else [source])
    return bool(FIND[name](material, "a", limits)[0])


# By hand.

HAUS, HOUSE = "Das ist ein Haus.", "This is a house."
ROW = "eins zwei drei vier fünf sechs sieben acht neun zehn"
SOME = "one two three vier fünf sechs sieben, acht nine ten"
LOOK = "look around and look around and look around"
HOME, WENT = "Išiel som domov a urobil som si prieskum.", "I went home and did a little research."
FIVE = Thresholds(copy_run=5)


def test_numbers() -> None:
    for output, source, reference, lost, added in (
        ("in 1989", "v roku 1998", "in 1998", {"1998"}, {"1989"}),  # changed: lost and added
        ("1,000 men", "1 000 mužov", "1000 men", set(), set()),
        ("1.000.000", "1,000,000", "1 000 000", set(), set()),
        ("1,234.5", "1.234,5", "1 234,5", set(), set()),
        ("3.5 kg", "5,3 kg", "5.3 kg", {"5.3"}, {"3.5"}),
        ("35 kg", "3,5 kg", "3.5 kg", {"3.5"}, {"35"}),
        ("at 10:30", "o 10.30", "at 10:30", set(), set()),
        ("agent 7", "agent 007", "agent 007", set(), set()),
        ("٣ cats", "3 mačky", "3 cats", set(), set()),
        ("eight", "8", "eight", set(), set()),  # the reference shows that it may be a word
        ("eight", "8", "8", {"8"}, set()),  # the known limit
        ("5 and 5", "5 a 6", "5 and 6", {"6"}, {"5"}),  # as often as it stands there
        ("none", "0" * 5000 + "7", "7", {"7"}, set()),
    ):
        check("numbers", slow.account_of_numbers, output, [source, reference], lost, added)


def check(name: str, account_of: Any, output: str, others: list[str], *expected: set[str]) -> None:
    account = account_of(output, others)
    assert (set(account.lost), set(account.added)) == expected, output
    assert found(name, output, *others) == any(expected), output


def test_names() -> None:
    for output, source, reference, lost in (
        ("He met Ana.", "Videl Annu a Kiki.", "He met Anna and Kiki.", {"Kiki"}),
        ("he met kiki", "Videl Kiki.", "He met Kiki.", set()),  # in any case
        ("It is so.", "To je so.", "To be so.", set()),  # only where sentences begin
        ("the thing", "NATO je", "NATO is", {"NATO"}),  # capitals beyond the first letter
        ("the thing", "to je NATO", "this is the alliance", set()),  # the reference lacks it
        ("an arm", "ein Arm", "an arm", set()),  # written otherwise
    ):
        assert lost_names(output, source, [reference]) == lost, output
        assert found("names", output, source, reference) == bool(lost), output


# Each must be seen by the quick test.
EVERY_PLACEHOLDER = (
    "{0} {x} ${x} %s %d %i %f %u %x %-d %+d %#x %.2f %1$s %(n)s <b> </b> &amp; &#7; a@b.org "
    "https://x.y www.x.y ( ) [ ] { }"
)


def test_placeholders() -> None:
    for output, source, reference, lost, added in (
        ("Hi {1}", "Ahoj {0}", "Hi {0}", {"{0}"}, {"{1}"}),
        ("%s of %d", "%d z %s", "%s of %d", set(), set()),
        ("100 % sure", "100 % istý", "100 % sure", set(), set()),  # no "% s"
        ("<b>x", "<b>x</b>", "<b>x</b>", {"</b>"}, set()),
        (
            "see http://x.y/b",
            "http://x.y/a.",
            "at http://x.y/a",
            {"http://x.y/a"},
            {"http://x.y/b"},
        ),
        ("mail a@b.org!", "píš a@b.org", "write to a@b.org.", set(), set()),
        ("it &apos", "it &apos;s", "it &apos;s", {"&apos;"}, set()),
        ("(Laughter]", "（Smiech）", "(Laughter)", {")"}, {"]"}),
        ("(Laughter)", "Smiech", "Laughter", set(), {"(", ")"}),
        ("3 < 4", "3 < 4", "3 < 4", set(), set()),
    ):
        others = [source, reference]
        check("placeholders", slow.placeholder_changes, output, others, lost, added)
    for one in EVERY_PLACEHOLDER.split():
        check("placeholders", slow.placeholder_changes, "none", [one, one], {one}, set())


def test_cut() -> None:
    for end in ".!?…。！？｡।॥؟۔։።":
        whole = f"Das ist ein Haus{end}"
        assert found("cut", "Das", whole, "This is a house"), end
        assert not found("cut", f"Das{end}", whole, "This is a house"), end


def test_how_alike_outputs_are() -> None:
    for a, b, how in (
        ("The cat", "The cat", {"same"}), ("The cat", "the cat", {"same.case"}),
        ("The cat.", "The cat", {"same.punctuation"}),
        ("The cat .", "The cat!", {"same.punctuation"}),
        ("The cat .", "The cat.", {"same.spacing"}), ("The\u00a0cat", "The cat", {"same.spacing"}),
        ("The cat.", "the cat", set()),  # two things at once
    ):  # fmt: skip
        material = of([a], [["x"]], b=[b])
        assert {name for name, find in SAME.items() if find(material)[0]} == how


# Against the slow twin.

words = st.lists(
    st.sampled_from(["ein", "the", "The", "Haus", "a", ".", "!", "...", "12", "不", '"', "don't"]),
    max_size=16,
).map(" ".join)
segments = st.lists(st.tuples(words, words, words, words), min_size=1, max_size=5)
limits = st.builds(
    Thresholds, copy_run=st.integers(2, 5), repeat=st.integers(1, 3),
    short=st.sampled_from([0.5, 0.9, 1.0]), long=st.sampled_from([1.0, 1.5, 2.0]),
)  # fmt: skip


@given(segments, limits, st.sampled_from("’ʼ＇"))
@example([("don't go, don't stay", "nejdi", "do not go", "stay")], Thresholds(repeat=1), "’")
@example([("rock'n'roll is a hit", "rock'n'roll is a hit", "x", "y")], Thresholds(), "’")
def test_typographic_apostrophes_change_no_flag(texts, limits, sign) -> None:
    def flags(curled: bool) -> dict[str, list[bool]]:
        lines = [[t.replace("'", sign) if curled else t for t in row] for row in texts]
        output, source, *references = map(list, zip(*lines, strict=True))
        material = of(output, references, source)
        return {name: find(material, "a", limits).tolist() for name, find in FIND.items()}

    assert flags(True) == flags(False)


@given(segments, limits, st.booleans())
def test_detectors_find_what_their_definitions_say(texts, limits, has_source) -> None:
    outputs, sources, firsts, seconds = map(list, zip(*texts, strict=True))
    material = of(outputs, [firsts, seconds], sources if has_source else None)
    of_sources = sum(2 * slow.length(s) for s in sources)
    of_references = sum(
        slow.length(f) + slow.length(g)
        for s, f, g in zip(sources, firsts, seconds, strict=True)
        if slow.length(s)
    )
    rate = of_references / of_sources if of_sources else 0.0
    seen = {name: FIND[name](material, "a", limits) for name in FIND}
    for i, (output, source, *references) in enumerate(texts):
        known = source if has_source else None
        others = [*references, *([source] if has_source else [])]
        assert seen["repeat"][i] == slow.repeats(output, others, limits.repeat)
        assert seen["copy"][i] == (
            has_source and slow.copies(output, source, references, limits.copy_run)
        )
        assert seen["empty"][i] == (not output.strip())
        if of_sources or not has_source:
            assert seen["cut"][i] == slow.cut(output, known, references, rate, limits.short)
            assert seen["runaway"][i] == slow.runaway(output, known, references, rate, limits.long)


numbers = st.lists(
    st.sampled_from([*"0123456789.,'’ :-x\n\u00a0\u202f٣１é", "1\u202f000"]), max_size=12
).map("".join)


@given(st.lists(st.tuples(numbers, numbers, st.none() | numbers, numbers), min_size=1, max_size=5))
def test_numbers_are_those_of_each_text_read_by_itself(texts) -> None:
    assert_as_by_itself("numbers", slow.account_of_numbers, texts)


def assert_as_by_itself(name: str, account: Callable[..., object], texts: list) -> None:
    """A detector of all texts at once finds what a slow account of each finds."""
    outputs, sources, *references = map(list, zip(*texts, strict=True))
    seen = FIND[name](of(outputs, references, sources), "a", USUAL)
    for found, (output, *others) in zip(seen, texts, strict=True):
        there = [one for one in others if one is not None]
        assert found == bool(account(output, there))


SOME_MARKS = (
    "( ) [ ] （ ］ ｛ } {0} { $ < <b> </b> > & &amp; &#7; ; % %s %1$d %(n)s 100% @ a@b.org : / "
    "http://x.y/(z). www.x.y www . é ｄ x"
)
marks = st.lists(st.sampled_from([*SOME_MARKS.split(), " ", "\n"]), max_size=8).map("".join)


@given(st.lists(st.tuples(marks, marks, st.none() | marks, marks), min_size=1, max_size=6))
def test_placeholders_are_those_of_each_text_read_by_itself(texts) -> None:
    assert_as_by_itself("placeholders", slow.placeholder_changes, texts)


SOME_CAPITALS = ["Anna", "ANNA", "anna", "NATO", "Ñandú", "straße", "Ⅷa"]
capitals = st.lists(st.sampled_from([*"AaKkİΣσς_7-. ,'中", *SOME_CAPITALS]), max_size=9).map(
    "".join
)


@given(st.lists(st.tuples(capitals, capitals, st.none() | capitals, capitals), min_size=1))
def test_names_are_those_of_each_text_read_by_itself(texts) -> None:
    outputs, sources, *references = map(list, zip(*texts, strict=True))
    seen = FIND["names"](of(outputs, references, sources), "a", USUAL)
    for found, (output, source, *others) in zip(seen, texts, strict=True):
        there = [one for one in others if one is not None]
        has_capital = any(unicodedata.category(c) == "Lu" for c in source)
        assert found == (has_capital and bool(lost_names(output, source, there)))


def test_blocks_of_texts_change_nothing(monkeypatch) -> None:
    rng = random.Random(1)
    some = ["ein", "the", "Haus", "Anna", "12", "1,000", "(", "{0}", "<b>", ".", "the cat the cat"]
    a, b, source, reference = (
        [" ".join(rng.choices(some, k=6)) for _ in range(40)] for _ in "abcd"
    )
    expected = [FIND[name](of(a, [reference], source, b), "b", FIVE) for name in FIND]
    for module, name in (
        (word_checks, "BLOCK"), (placeholders, "BLOCK"), (names, "BLOCK"),
        (written_numbers, "NUMBER_BLOCK"), (output_checks, "TEXT_BLOCK"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, 3)
    found = [FIND[name](of(a, [reference], source, b), "b", FIVE) for name in FIND]
    assert all(map(np.array_equal, found, expected))
    assert sum(map(np.sum, found)) > 20


scripts = st.text(st.sampled_from("ab É жд αΩ 好はカ ١ ไ ー́\n"), max_size=6)


@given(st.lists(st.tuples(scripts, st.none() | scripts, scripts), min_size=1, max_size=6))
def test_scripts_are_those_of_each_text_read_by_itself(texts) -> None:
    outputs, *references = map(list, zip(*texts, strict=True))
    seen = FIND["script"](of(outputs, references), "a", USUAL)
    every = [one for column in references for one in column if one is not None]
    for found, (output, *others) in zip(seen, texts, strict=True):
        there = [one for one in others if one is not None]
        assert found == slow.has_wrong_script(output, there, every)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=5))
def test_sameness_is_what_its_definition_says(pairs: list[tuple[str, str]]) -> None:
    a, b = map(list, zip(*pairs, strict=True))
    material = of(a, [["x"] * len(a)], b=b)
    for what in ("case", "spacing", "punctuation"):
        expected = [slow.same_but_for(one, other, what) for one, other in pairs]
        assert SAME[f"same.{what}"](material).tolist() == expected


# The whole of them.


def test_a_segment_is_found_alike_in_the_whole_and_in_a_part() -> None:
    texts = ["a b c d e f g h.", "x", "long " * 30, "y y y y", "12 a.", ""]
    outputs = {"A": texts, "B": texts[::-1]}
    data = EvalSet(outputs, [["some reference."] * 6], source=["Quelle 3 nun."] * 6)
    whole, rows = Comparison.of(data), np.array([1, 2, 4])
    everything, part = table_of(whole), table_of(whole.part(rows))
    for name in FIND:
        assert everything.flags(f"a.{name}")[rows].tolist() == part.flags(f"a.{name}").tolist()


def test_summary_counts_tests_and_says_what_is_missing() -> None:
    seen = {"a.empty": [1, 1, 0, 0], "a.repeat": [0, 0, 0, 1], "b.empty": [0, 1, 0, 0]}

    def flags(name: str) -> np.ndarray:
        return np.array(seen.get(name, [0] * 4), bool)

    counts = {
        one.name: one for one in detector_summary(flags, np.array([1.0, 2, 4, 8]), has_source=False)
    }
    empty = counts["empty"]
    assert (empty.a, empty.b, empty.only_a, empty.only_b, empty.points) == (2, 1, 1, 0, 3.0)
    assert empty.p == 1.0
    missing = {name: codes([one.missing]) for name, one in counts.items() if one.missing}
    assert missing == {"copy": ["column.unavailable"], "names": ["column.unavailable"]}
    assert math.isnan(counts["copy"].p)


@given(limits)
def test_thresholds_are_read_as_they_are_written(limits: Thresholds) -> None:
    assert read_thresholds(written_thresholds(limits)) == limits


def test_thresholds_that_cannot_be_meant_are_refused() -> None:
    cases = {
        "x:1": "unknown_name",
        **dict.fromkeys(["short", "short:x", "repeat:1.5"], "must_be"),
        **dict.fromkeys(["short:0", "short:nan", "long:0.5", "repeat:0"], "must_be"),
    }
    for text, code in cases.items():
        with refused(f"toml.{code}"):
            read_thresholds(text)
