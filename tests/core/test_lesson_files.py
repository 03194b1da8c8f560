"""A teacher's lesson file: read as the built-in ones are, its faults told by line, packed."""

from __future__ import annotations

import base64
import dataclasses
import json
import random
import re
import time
import tomllib
import zlib
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import (
    LONGEST,
    Challenge,
    Lesson,
    all_lessons,
    answers,
    built_in,
    file_in,
    lesson_set,
    set_text,
)
from bleu_core.teaching.lessons.reading import MOST_BYTES
from bleu_core.teaching.lessons.sets import LONGEST_PACKED, PACKED
from bleu_core.toml_files import TomlFaults
from bleu_core.toml_files.lines import lines_of
from pages.ui.query import to_params
from pages.ui.view import View
from tests.places import ROOT

ONE = """
title = "The cat"
text = "A has {A.t1} words."
question = "How many of them does the reference have?"
answer = "A.m1"
why = "Those are {A.p1}; without case, {lower:A.p1}."

[bench]
candidates = ["The cat sat"]
references = ["the cat slept"]

[[variants]]
name = "lower"
label = "Lower case"
settings = { lowercase = true }
"""
SEVERAL = (
    """title = "Monday, group 3"

[[lesson]]
built_in = "zero"

[[lesson]]
name = "cat"
"""
    + ONE.replace("[bench]", "[lesson.bench]").replace("[[variants]]", "[[lesson.variants]]")
    + """
[[lesson]]
built_in = "the-the-the"
"""
)


def faults(text: str | bytes, name: str = "") -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(TomlFaults) as caught:
        set_text(data, name)
    return caught.value.problems


def test_a_file_of_one_lesson() -> None:
    found = lesson_set(set_text(ONE.encode()))
    (lesson,) = found.lessons.values()
    assert (found.title, lesson.name, lesson.number) == ("The cat", "lesson-1", 1)
    assert answers.bench_facts(lesson)[lesson.answer] == "1"
    assert answers.filled(lesson.why, answers.bench_facts(lesson)) == (
        "Those are 1/3; without case, 2/3."
    )
    assert lesson.opens == (2,)


def test_a_file_of_several_lessons_with_built_in_ones_among_them() -> None:
    found = lesson_set(set_text(SEVERAL.encode()))
    assert found.title == "Monday, group 3"
    assert [(x.name, x.number) for x in found.lessons.values()] == [
        ("zero", 1),
        ("cat", 2),
        ("the-the-the", 3),
    ]
    assert found.lessons["zero"].prepared == all_lessons()["zero"].prepared


def test_a_built_in_lesson_is_a_file_that_a_teacher_could_have_written() -> None:
    lesson = all_lessons()["zero"]
    (path,) = built_in.HERE.glob("*-zero.toml")
    (own,) = lesson_set(set_text(path.read_bytes())).lessons.values()
    assert (own.prepared, own.variants, own.text) == (lesson.prepared, lesson.variants, lesson.text)


def test_the_documented_files_are_read_and_every_field_is_documented() -> None:
    page = (ROOT / ".github" / "LESSONS.md").read_text("utf-8")
    examples = re.findall("```toml\n(.*?)```", page, re.DOTALL)
    sets = [lesson_set(set_text(example.encode())) for example in examples]
    assert [len(found.lessons) for found in sets] == [3, 1]
    named = set(re.findall(r"`(\w+)`", page[page.index("## What") :]))
    kinds = (Lesson, Challenge, BleuConfig)
    fields = {field.name for kind in kinds for field in dataclasses.fields(kind)}
    assert fields - {"number", "prepared"} <= named
    lessons = [all_lessons()["word-order"], *sets[0].lessons.values()]
    facts = {fact for lesson in lessons for fact in answers.bench_facts(lesson)}
    told = set(re.findall(r"`([\w.:]+)`", page[page.index("## Facts") : page.index("## To check")]))
    assert told - {"text", "question", "why", "answer"} <= facts


def test_the_packed_file_is_the_file() -> None:
    assert file_in(set_text(SEVERAL.encode())) == SEVERAL.encode()


def test_a_set_of_built_in_lessons_is_their_names() -> None:
    found = lesson_set("zero,chance")
    assert [(x.name, x.number) for x in found.lessons.values()] == [("zero", 1), ("chance", 2)]
    assert lesson_set("").lessons == all_lessons()


def test_all_faults_are_told_at_once_each_with_its_line() -> None:
    text = SEVERAL.replace('built_in = "zero"', 'built_in = "zeroo"')
    text = text.replace("question =", 'wyh = "x"\nopens = [9]\nquestion =')
    text = text.replace('candidates = ["The cat sat"]', f'candidates = ["{"x" * 801}", 1]')
    text += """
[[lesson]]
title = "Dog"
question = "How many?"
answer = "A.n1"
text = '''
Two lines down:

{A.p9}
'''
[lesson.bench]
candidates = ["a b c d"]
references = ["a b"]
settings = { tokenize = "flores200", lowercase = 1 }
"""
    text += text[text.rindex("[[lesson]]") :].replace(
        'settings = { tokenize = "flores200", lowercase = 1 }', ""
    )
    lines = text.split("\n")

    def line(of: str, start: int = 0) -> int:
        return next(n for n, held in enumerate(lines, 1) if of in held and n > start)

    last = line("Two lines down", line("Two lines down"))
    settings = line("flores200")
    assert faults(text, "my.toml") == [
        f"my.toml, line {where}: {said}"
        for where, said in sorted(
            [
                (line("zeroo"), "There is no built-in lesson “zeroo”."),
                (line("wyh"), "“wyh” says nothing here. Is “why” meant?"),
                (line("opens"), "“opens” is to be a list of whole numbers from 1 to 5."),
                (line("xxx"), '“candidates” is to be a list of texts: ["…", "…"].'),
                (settings, "“lowercase” is to be true or false."),
                (
                    settings,
                    "“tokenize” is to be 13a, intl, char, zh, none, ja-mecab or ko-mecab.",
                ),
                (line("A.n1", settings), "There is no fact “A.n1”. Is A.t1 meant?"),
                (last + 2, "There is no fact “A.p9”. Is A.p4 meant?"),
            ]
        )
    ]


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("answer", "answr"), 5, "Is “answer” meant?"),
        (('"A.m1"', '"A.p1"'), 0, ""),  # a fraction is a number
        (('"A.m1"', '"lower.change"'), 5, "which is no number: give choices"),
        (('"A.m1"', '"A.m1"\nchoices = [["2", "Two"], ["3", "Three"]]'), 5, "which no choice has"),
        (('"A.m1"', '"A.m1"\nchoices = [["2", "Two"], ["2", "Three"]]'), 6, "the same value"),
        (('"A.m1"', '"A.m1"\nchoices = [["2"]]'), 6, "are to be pairs"),
        (('"A.m1"', '"A.m1"\nchoices = [["1", "One"]]'), 6, "There are to be 2 to 8 choices"),
        (('"The cat"', '" "'), 2, "“title” is missing or empty."),
        (('"The cat"', "12"), 2, "“title” is to be a text in quotes."),
        (('"The cat"', '"' + "x" * 301 + '"'), 2, "301 characters; 300 are the most"),
        (('"The cat"', '"The cat"\nname = "The Cat"'), 3, "of small letters"),
        (('"The cat"', '"The cat"\nname = "zero"'), 3, "the name of a built-in lesson"),
        (
            ('"The cat"', '"The cat"\npanel = "chance"'),
            3,
            "“panel” can be permutations, information, characters or scores here.",
        ),
        (('"The cat"', '"The cat"\ntrack = "third"'), 3, "first-hour, deeper or today"),
        (("[bench]", "[bank]"), 8, "“bank” says nothing here."),
        (('["The cat sat"]', '["a", "b", "c"]'), 9, "“candidates” has 3 texts; there are 1 to 2."),
        (('["The cat sat"]', "[]"), 9, "“candidates” is missing; there are 1 to 2."),
        (("{ lowercase = true }", '{ smooth_method = "no" }'), 15, "smooth_method"),
        (("{ lowercase = true }", "{ weights = [0.5] }"), 15, "weights"),
        (("{ lowercase = true }", "{ weights = [true] }"), 15, "a list of numbers"),
        (("{ lowercase = true }", "{ max_ngram_order = nan }"), 15, "a whole number"),
        (("{ lowercase = true }", "{ smooth_value = inf }"), 15, "smooth_value"),
        (("{ lowercase = true }", "1"), 15, "“settings” is to be a table"),
        (("[[variants]]", "[variants]"), 12, "[[variants]] before each"),
        (("[[variants]]", "[[variants]]\nname = 'a'\nlabel = 'b'\n[[variants]]"), 0, ""),
        (("[[variants]]", "[stated]\nr = 1\n[[variants]]"), 13, "“r” is to be a text"),
        (("[[variants]]", "[challenge]\nmost_tokens = 0\n[[variants]]"), 13, "from 1 to 800"),
        (('"The cat"', '"The \\uD800cat"'), 2, "this is no TOML"),
        (('"The cat"', '"The cat'), 2, "this is no TOML"),
        (("[bench]", "[[bench"), 8, "this is no TOML"),
    ],
)
def test_a_fault_is_told_with_its_line(change: tuple[str, str], line: int, said: str) -> None:
    text = ONE.replace(*change, 1)
    assert text != ONE
    if line:
        assert any(p.startswith(f"Line {line}: ") and said in p for p in faults(text))
    else:
        assert lesson_set(set_text(text.encode()))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The lesson has no bench."),
        (b"title = 'x'\nlesson = []", "There is no lesson."),
        (b"a = '" + b"x" * MOST_BYTES + b"'", "60\u202f000 are the most"),
        (b"a = 1\nb = '\xff'", "Line 2: this is no UTF-8"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b"a = " + b"{a=" * 10_000, "nested too deeply"),
        (b"x = 1\n" + b"a." * 20_000 + b"a = 1", "Line 2: a name has more than 20 parts"),
        (b"[" + b"'a' . " * 9_000 + b"a]", "more than 20 parts"),
        (b"a = " + b"9" * 5_000, "this is no TOML"),
        (b"lesson = 1", "[[lesson]] before each"),
        (b"[[lesson]]\n" * 41, "41 lessons; 40 are the most"),
    ],
)
def test_a_hostile_file_is_told_and_costs_little(data: bytes, said: str) -> None:
    began = time.process_time()
    told = faults(data)
    assert any(said in sentence for sentence in told), told
    assert len(told) <= 31
    assert time.process_time() - began < 20  # the square of its size would take minutes


def test_benches_that_would_take_long_are_refused() -> None:
    many = "".join(f'[[variants]]\nname = "v{i}"\nlabel = "V"\n' for i in range(12))
    text = ONE.replace('["The cat sat"]', str(["x " * 400] * 2))
    text = text.replace('["the cat slept"]', str(["y " * 400] * 4)) + many.replace("v0", "lower2")
    assert any("all benches have" in told for told in faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        "zero,zero",
        "~",
        "~!",
        "~" + "A" * LONGEST_PACKED,
        "~" + base64.urlsafe_b64encode(zlib.compress(b"a" * 10_000_000)).decode()[:-1],
        set_text(ONE.encode())[:-4],
        set_text(ONE.encode()) + "AAAA",
    ],
)
def test_what_is_no_set_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no "):
        lesson_set(text)


def test_what_unpacks_to_too_much_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"#" * 9_000_000, 9)).decode().rstrip("=")
    assert len(bomb) < LONGEST_PACKED
    with pytest.raises(ValueError, match="no packed set"):
        lesson_set(PACKED + bomb)


def test_a_file_that_is_too_large_for_a_link_is_told() -> None:
    # Comments that do not pack: nothing but their size is wrong.
    noise = random.Random(1)
    comment = "".join(f"# {noise.getrandbits(400):x}\n" for _ in range(300))
    (told,) = faults(ONE + comment, "my.toml")
    assert told.startswith("my.toml, line 1: packed for a link")


keys = st.text("abü.\"'#=[] ", min_size=1, max_size=6)
values = st.recursive(
    st.integers() | st.text("ab\"\n\\#=[]'", max_size=8),
    lambda held: st.lists(held, max_size=3) | st.dictionaries(keys, held, max_size=2),
    max_leaves=4,
)


def _written(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(_written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_written(k)} = {_written(v)}" for k, v in value.items()) + "}"
    return str(value)


@given(st.dictionaries(keys, values, max_size=5), st.lists(st.dictionaries(keys, values)))
def test_each_key_has_the_line_that_it_stands_in(top: dict, tables: list[dict]) -> None:
    text, wanted = "# first\n", {}

    def write(held: dict, path: tuple) -> str:
        nonlocal text
        for key, value in held.items():
            wanted[*path, key] = text.count("\n") + 1
            text += f"{_written(key)} = {_written(value)} # [x]\n"
        return text

    write({key: value for key, value in top.items() if key != "t"}, ())
    for number, table in enumerate(tables):
        text += "[[t]]\n"
        wanted["t", number] = text.count("\n")
        write(table, ("t", number))
    tomllib.loads(text)
    found = lines_of(text)
    assert {path: found[path] for path in wanted} == wanted


def test_a_set_and_texts_of_ones_own_fit_into_a_link_together() -> None:
    edit = {"candidates": ["文" * LONGEST] * 2, "references": ["文" * LONGEST] * 4}
    settings = {"tokenize": "zh", "lowercase": True, "smooth_method": "exp", "smooth_value": ""}
    settings |= {"max_ngram_order": "4", "weights": "", "effective_order": False}
    edit["settings"] = settings | {"reference_length": "average"}
    now = all_lessons()["zero"].prepared
    read, problem = exercise.read_edit(edit, now)
    assert problem == ""
    bench = exercise.own(exercise.Bench(lesson="zero"), read)
    link = urlencode(to_params(View(bench=bench)))
    assert len(link) + len("&lessons=") + LONGEST_PACKED < 60_000
    # Signs of four bytes take more: they are told.
    edit["candidates"] = ["\U0001f600" * LONGEST] * 2
    assert exercise.read_edit(edit, now) == (
        now,
        "All texts on the bench together are too long for a link.",
    )
