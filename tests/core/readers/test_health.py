"""Input health: what is planted is found, in its column and lines; what is clean is left alone."""

from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet, segment_statistics
from bleu_core.readers.input_checks import (
    Finding,
    examine,
    text_columns,
)
from bleu_core.readers.input_checks.cross_column import MOST_CHARACTERS, nearly_identical
from bleu_core.readers.input_checks.text_checks import check_line_starts
from tests.core.sample import REFERENCES, SYSTEMS
from tests.effort import examples
from tests.places import sample_lines

NOUNS = ["river", "table", "teacher", "window", "market", "garden", "letter", "doctor"]
VERBS = ["sees", "takes", "follows", "leaves", "likes"]


def sentences(seed: int, size: int = 100) -> list[str]:
    """Distinct English sentences of about one length."""
    rng = np.random.default_rng(seed)
    return [
        f"The {rng.choice(NOUNS)} {rng.choice(VERBS)} number {seed}{i} in the {rng.choice(NOUNS)}."
        for i in range(size)
    ]


def evalset(**columns: list[str]) -> EvalSet:
    """Clean columns a, b, r1, r2 and source, but for those given."""
    clean = {name: sentences(seed) for seed, name in enumerate(("a", "b", "r1", "r2", "source"), 1)}
    # Outputs of the same words as their reference, so that nothing seems shifted.
    clean["a"] = [f"Now once more: {line}" for line in clean["r1"]]
    clean["b"] = [f"{line} Then what?" for line in clean["r1"]]
    clean |= columns
    return EvalSet(
        {"first": clean["a"], "second": clean["b"]},
        [clean["r1"], clean["r2"]],
        source=clean["source"],
    )


def changed(lines: list[str], at: list[int], new: str) -> list[str]:
    """The lines with `new` in some places, where {} stands for the line."""
    return [new.replace("{}", line) if i in at else line for i, line in enumerate(lines)]


def only(found: list[Finding], kind: str, stream: str = "") -> Finding:
    (one,) = [f for f in found if f.kind == kind and (not stream or f.stream == stream)]
    return one


@cache
def sample() -> EvalSet:
    return EvalSet(
        dict(zip(["direct", "pivot"], SYSTEMS, strict=True)),
        REFERENCES,
        source=sample_lines("source.es"),
    )


def test_clean_input_has_no_finding_and_the_sample_nothing_serious() -> None:
    assert examine(evalset()) == []
    found = examine(sample())
    assert [f for f in found if f.severity == "serious"] == []
    assert only(found, "identical references").count == 9


# What each check finds, twice.
PLANTED = [
    ("empty", "", " \u3000"),
    ("tokenized", "{} Well , so .", 'It is " so " .'),
    ("entities", "{} Tom &amp; Ann", "&#8217;{}"),
    ("tags", "<i>{}</i>", "{}<br/>"),
    ("control characters", "{}\x07", "so\u200bft {}"),
    ("control characters", "{}\u2028 and", "so\xadft {}"),
    ("NUL", "{}\x00", "\x00{}"),
    ("byte order mark", "\ufeff{}", "{} \ufeffand"),
    ("carriage return", "{}\r", "\r{}"),
    ("encoding", "{} caf\xc3\xa9", "{} \ufffd"),
    ("mixed scripts", "{} c\u0430t", "{} \u0441at"),
    ("decomposed", "{} cafe\u0301", "{} u\u0308ber"),
    ("unknown words", "{} <unk> so", "⁇ {} [UNK]"),
]


@pytest.mark.parametrize("name", ["a", "r2", "source"])
def test_what_does_not_belong_in_a_line_is_found(name: str) -> None:
    lines = sentences({"a": 1, "r2": 4, "source": 5}[name])
    if name == "a":
        lines = [f"Now {line}" for line in sentences(3)]
    expected: dict[str, list[int]] = {}
    # An empty line of one of several references has a check of its own.
    for number, (check, first, second) in enumerate(PLANTED[name == "r2" :]):
        at = [number + step * len(PLANTED) for step in range(6)]
        lines = changed(changed(lines, at[:4], first), at[4:], second)
        expected[check] = sorted([*expected.get(check, []), *at])
    stream = {"a": "system 'first'", "r2": "reference 2", "source": "the source"}[name]
    found = [one for one in examine(evalset(**{name: lines})) if one.kind in expected]
    assert {one.kind: one.lines.tolist() for one in found} == expected
    for one in found:
        assert (one.stream, one.sentence.values["stream"]) == (stream, stream)
        assert (one.count, one.sentence.values["count"]) == (len(one.lines),) * 2
        assert one.sentence.values["total"] == 100
        assert one.severity == ("notice" if name == "source" else "serious")
        if one.pattern:
            hits = pa.compute.match_substring_regex(pa.array(lines), one.pattern).to_pylist()
            assert np.flatnonzero(hits).tolist() == one.lines.tolist()


# Lines that programs write, with the text of a segment at {}, and the finding on them.
ARTEFACTS = {
    "special tokens": [
        "<s>{}</s>", "{}<pad><pad>", "[CLS] {} [SEP]", "{}<|im_end|>", "__en__ {}", "eng_Latn {}",
        "en_XX {}", ">>eng<< {}", "<2en> {}", "⦅mrk_begin_case_region_C⦆ {}",
    ],
    "log": [
        "2021-03-01 12:00:00 | INFO | {}", "[2021-03-01 12:00:00] Best translation 1 : {}",
        "H-12\t-0.31\t{}", "PRED 12: {}", "PRED SCORE: -1.2",
    ],
    "n-best": ["0 ||| {} ||| LM0= -10 ||| -1.5"],
    "phrases": ["{} |0-1| there |2-2|"],
    "escapes": ["{}\\n", "caf\\u00e9 {}", "so%20it is {}"],
    "time codes": ["00:00:01,000 --> 00:00:02,000", "00:01.000 --> 00:02.000 align:start"],
    "gettext": ['msgid "{}"', 'msgstr[0] "{}"', 'msgctxt "x"'],
    "token ids": ["464 1842 318 257 1332 13 50256 11 9"],
    "chat": ["Here is the English translation: {}", "Translation: {}",
             "Sure! Here is the translation: {}"],
}  # fmt: skip


@pytest.mark.parametrize("what", ARTEFACTS)
def test_what_programs_write_is_found_even_in_all_columns(what: str) -> None:
    for count, severity in ((12, "serious"), (4, "notice")):
        given = {}
        for seed, name in enumerate(("a", "b", "r1", "r2"), 1):
            text, written = f"so {seed}", ARTEFACTS[what]
            lines = [written[i % len(written)].replace("{}", text) for i in range(count)]
            given[name] = sentences(seed)[count:] + lines
        found = [f for f in examine(evalset(**given)) if f.code == "text.contents"]
        assert [(f.kind, f.severity) for f in found] == [(what, severity)] * 4
        for one in found:
            assert one.lines.tolist() == [*range(100 - count, 100)]
            assert one.sentence.values["what"] == what


# What stands at the beginning of each line, and whether it is a translation all the same.
STARTS = {
    "{n}. {}": True, "English: {}": True, "['{}']": True, '"{}"': True, "- {}": True,
    "Text(text='{}')": True, "{n}\t{}": True, "The {}": False, "{n} {}": True,
}  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
def test_most_lines_begin_with_the_same_sign_in_one_column_only(start: str) -> None:
    lines = sentences(3)
    written = [start.replace("{n}", str(n)).replace("{}", line) for n, line in enumerate(lines)]
    for few in (60, 30):
        found = [*check_line_starts(text_columns(evalset(b=written[:few] + lines[few:])))]
        expected = ["system 'second'"] if STARTS[start] and few == 60 else []
        if start == '"{}"':  # the marks of CSV
            expected = ["system 'second'"]
        assert [(f.stream, f.kind) for f in found] == [(s, "line starts") for s in expected]
    of_all = {"a": written, "b": written, "r1": written, "r2": written}
    assert not [*check_line_starts(text_columns(evalset(**of_all)))]
    comma = [f"{line}, yes" for line in lines]  # not CSV: a line with a comma has no mark
    quotes = [f'"{line}"' for line in lines[:30]] + comma[30:]
    assert not [*check_line_starts(text_columns(evalset(b=quotes)))]


def test_tags_are_those_that_are_no_tokens_of_models() -> None:
    tags = [
        "<b>", "</i>", "<br/>", "<sub>", "<pre>", "<un>", "<ul>", "<pa>", "<unk2>", "<p>", "<u>",
        '<s class="x">', "<s/>", "<g id='1'>", "<strike>", "<unit>", "<pat>",
    ]  # fmt: skip
    tokens = ["<s>", "</s>", "<pad>", "<unk>", "<UNK>", "</S>", "<3>", "< b >"]
    texts = [f"word {text} word" for text in tags + tokens]
    found = only(examine(EvalSet({"a": texts}, [texts])), "tags", "system 'a'")
    assert found.lines.tolist() == list(range(len(tags)))


def test_what_is_right_is_left_alone() -> None:
    right = [
        "AT&T and R&D; 3 < 5 > 2, a <- b, <3",  # neither entity nor tag
        "He waited . . . and left.",
        "5 µm of TGF-β, Ω and the Москва river",
        "می\u200cخواهم 👩\u200d👩\u200d👧 \u200fשלום",
        "naïve café Ångström ﬁn 한국어",
        "tab\there, no\xa0break",
        "« Ça va ? »",
    ]
    lines = [f"{x} {right[i % len(right)]}" for i, x in enumerate(sentences(3))]
    assert [
        f.kind for f in examine(evalset(r1=lines, a=[f"Now once more: {x}" for x in lines]))
    ] == []


def test_identical_outputs_and_a_varying_number_of_references() -> None:
    lines = [f"Now {line}" for line in sentences(3)]
    found = only(examine(evalset(a=lines, b=lines)), "identical outputs")
    assert (found.severity, found.code, found.count) == ("serious", "text.identical_outputs", 100)
    assert (found.stream, found.others) == ("system 'first'", ("system 'second'",))
    some = only(examine(evalset(a=lines, b=lines[:40] + sentences(2)[40:])), "identical outputs")
    assert (some.severity, some.count) == ("notice", 40)
    base = evalset()
    second = [None if i % 10 == 0 else line for i, line in enumerate(sentences(4))]
    found = examine(EvalSet(base.systems, [base.references[0], second]))
    assert [f.code for f in found] == ["text.varying_references"]
    assert found[0].sentence.values == {"numbers": [1, 2], "segments": [10, 90]}
    assert found[0].lines.tolist() == list(range(0, 100, 10))


def test_copies_lengths_scripts_and_repeated_segments() -> None:
    clean, far = evalset(), changed(sentences(3), [5, 6, 7], "The")
    copied = clean.source.to_pylist()[:5] + clean.systems["second"].to_pylist()[5:]
    again = {
        name: lines[:10] + lines[:10] + lines[20:]
        for name, lines in (("r1", sentences(3)), ("r2", sentences(4)), ("source", sentences(5)))
    }
    # Names and numbers stay as they are, and are no copies.
    same = {name: ["Tom!", "1 234", *sentences(3)[2:]] for name in ("r1", "r2", "source")}
    same |= {name: ["Tom!", "1 234", *sentences(i)[2:]] for i, name in enumerate("ab", 1)}
    short = [line[: len(line) // 2] for line in sentences(3)]  # all of them: that is usual here
    # Twenty characters less are far and nineteen not; twice as long is near, and more is not.
    thirty = [f"Line {i:03} is of thirty letters." for i in range(100)]
    ends = {0: 10, 1: 11, 4: 10, 5: 10, 6: 10}
    out = [line[: ends.get(i, 30)] for i, line in enumerate(thirty)]
    thirty[2:4] = [line[:29] for line in thirty[2:4]]
    out[2:4] = [(2 * line)[:59] for line in out[2:3]] + [2 * out[3]]
    # Each of three segments has a source and references that stand elsewhere, but not both.
    crossed = {"r1": ["x", "x", "y"], "r2": ["x", "x", "y"], "source": ["p", "q", "p"]}
    crossed = {name: lines + sentences(5)[3:] for name, lines in crossed.items()}
    for code, given, stream, lines, severity, clean_too in (
        ("copied_source", {"b": copied}, "system 'second'", [0, 1, 2, 3, 4], "serious", same),
        ("unusual_length", {"b": changed(far, [80], "{} {} {} {} {}")}, "system 'second'",
         [5, 6, 7, 80], "notice", {"b": short}),
        ("unusual_length", {"a": out, "r1": thirty, "r2": thirty}, "system 'first'",
         [0, 3, 4, 5, 6], "notice", {}),
        ("wrong_script", {"a": changed(sentences(3), [1, 2, 3, 4, 5], "Учитель видит реку.")},
         "system 'first'", [1, 2, 3, 4, 5], "serious", {}),
        ("same_text", {"a": ["mistral-7b"] * 95 + sentences(3)[95:]}, "system 'first'",
         [*range(95)], "serious", {"a": ["Yes."] * 100, "r1": ["Yes.", "No."] * 50}),
        ("repeated_segments", again, "", [*range(10, 20)], "notice", crossed),
    ):  # fmt: skip
        [found] = [one for one in examine(evalset(**given)) if one.code == f"text.{code}"]
        assert (found.stream, found.lines.tolist(), found.severity) == (stream, lines, severity)
        assert found.sentence.values["count"] == len(lines)
        assert found.sentence.values.get("script", "Latin") == "Latin"
        assert f"text.{code}" not in {one.code for one in examine(evalset(**clean_too))}


def test_lines_that_are_much_shorter_than_all_references() -> None:
    for size, found in ((6, ["serious"]), (9, [])):  # of 37 characters of a reference
        given = evalset(b=[f"{i:0{size}}" for i in range(100)])
        kinds = [f for f in examine(given) if f.kind == "much shorter"]
        assert [f.severity for f in kinds] == found
        assert all((f.stream, f.count) == ("system 'second'", 100) for f in kinds)


# From how many of 500 lines on a finding is serious, and what is planted in them.
LIMITS = {
    "empty": (5, ""), "entities": (5, "{} &lt;"), "tags": (5, "{} <b>"), "NUL": (5, "{}\x00"),
    "byte order mark": (5, "\ufeff{}"), "carriage return": (5, "{}\r"),
    "encoding": (5, "{} \ufffd"), "source copied": (10, None), "wrong script": (10, "река"),
    "tokenized": (25, "{} so ."), "control characters": (25, "so\xadft {}"),
    "mixed scripts": (25, "{} c\u0430t"), "decomposed": (25, "{} u\u0308ber"),
    "length": (100, "{0} {0} {0} {0} {0} {0} {0}"), "output is reference": (250, None),
    "identical outputs": (500, None),
}  # fmt: skip


@pytest.mark.parametrize("kind", LIMITS)
def test_a_finding_is_serious_from_a_share_of_the_lines_on(kind: str) -> None:
    limit, planted = LIMITS[kind]
    a, b, reference, _, source = (sentences(seed, 500) for seed in range(1, 6))
    whole = {"source copied": source, "output is reference": reference, "identical outputs": b}
    for number, severity in ((limit, "serious"), (limit - 1, "notice")):
        if planted is None:
            lines = whole[kind][:number] + a[number:]
        else:
            lines = [planted.format(x) if "{" in planted else planted for x in a[:number]]
            lines += a[number:]
        found = examine(EvalSet({"a": lines, "b": b}, [reference], source=source))
        [one] = [each for each in found if each.kind == kind]
        assert (one.severity, one.count) == (severity, number)


@pytest.mark.parametrize("rule", ["closest", "shortest", "average"])
def test_empty_lines_of_one_of_several_references_lower_the_reference_length(rule: str) -> None:
    lines = sentences(3, 500)
    second = changed(sentences(4, 500), [*range(0, 500, 10)], " ")
    third = [None if i % 20 == 0 else line for i, line in enumerate(sentences(6, 500))]
    config = BleuConfig(reference_length=rule)
    long = [f"Once more: {line}" for line in lines]

    def length(system: list[str], other: list[str | None]) -> np.ndarray:
        return segment_statistics(system, [lines, other, third], config).ref_len

    for short, severity in ((5, "serious"), (4, "notice"), (0, "notice")):
        cut = changed(long, [*range(0, 10 * short, 10)], "The river.")
        data = EvalSet({"long": long, "cut": cut}, [lines, second, third])
        found = [one for one in examine(data, config) if "empty" in one.code]
        (one,) = found
        assert (one.code, one.stream) == ("text.empty_reference", "reference 2")
        assert one.lines.tolist() == [*range(0, 500, 10)]
        # What the empty lines change in the statistics of BLEU.
        without = [line if line.strip() else None for line in second]
        lower = [
            int((length(system, second) < length(system, without)).sum()) for system in (long, cut)
        ]
        told = one.sentence.values
        assert (told["changed"], told["rule"]) == (max(lower), rule)
        if rule == "closest":
            assert (lower, one.severity) == ([0, short], severity)
        else:
            assert (lower, one.severity) == ([50, 50], "serious")
    # One line may be most of a short test set.
    data = EvalSet({"a": ["The river.", long[1]]}, [lines[:2], ["", second[1]]])
    (few,) = [one for one in examine(data, config) if "empty" in one.code]
    assert (few.severity, few.sentence.values["changed"]) == ("serious", 1)


# A long text, and what an edit may do to it.
LONG = "They came home late on the second day, when all had left."
NEAR_TEXT = st.tuples(st.integers(0, 20), st.integers(0, 9), st.sampled_from(["", "x", "ünd"])).map(
    lambda cut: LONG[: cut[0]] + cut[2] + LONG[cut[0] + cut[1] :]
)


def test_references_and_outputs_that_seem_to_be_edited_from_one_another() -> None:
    lines = [f"{line} Nobody knew why." for line in sentences(3)]
    planted = {
        False: ("r2", "reference 1", "reference 2"),
        True: ("a", "system 'first'", "reference 1"),
    }
    for is_output, (column, stream, other) in planted.items():
        for number, noted in ((10, [10]), (9, [])):
            some = [f"{line}!" for line in lines[:number]] + sentences(4)[number:]
            given = {"a": sentences(1), "b": sentences(2), "r1": lines, column: some}
            found = [one for one in examine(evalset(**given)) if one.code == "text.near"]
            found = [one for one in found if one.sentence.values["is_output"] == is_output]
            assert [one.count for one in found] == noted
            for one in found:
                assert (one.stream, one.severity) == (stream, "notice")
                assert other in one.sentence


@drawn(st.lists(st.tuples(NEAR_TEXT, NEAR_TEXT), min_size=1, max_size=6))
@settings(max_examples=examples(200))
def test_nearly_identical_lines_are_those_with_few_edits(pairs: list[tuple[str, str]]) -> None:
    def edits(a: str, b: str) -> int:
        """Levenshtein's distance as in a textbook."""
        row = list(range(len(b) + 1))
        for i, x in enumerate(a, 1):
            diagonal, row[0] = row[0], i
            for j, y in enumerate(b, 1):
                diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
        return row[-1]

    expected = [
        min(len(a), len(b)) >= 40 and 0 < edits(a, b) <= 0.1 * max(len(a), len(b)) for a, b in pairs
    ]
    first, second = (pa.array(column, pa.string()) for column in zip(*pairs, strict=True))
    assert nearly_identical(first, second).tolist() == expected


def test_very_long_lines_are_not_compared_character_by_character() -> None:
    lengths = MOST_CHARACTERS - 1, MOST_CHARACTERS
    first, second = (pa.array([end + "x" * n for n in lengths]) for end in "ab")
    assert nearly_identical(first, second).tolist() == [True, False]
