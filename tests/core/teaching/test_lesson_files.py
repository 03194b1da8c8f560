"""A teacher's lesson file: read as the built-in ones are, its faults told by line, packed."""

from __future__ import annotations

import base64
import dataclasses
import json
import random
import re
import tomllib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.messages import Message
from bleu_core.readers.fields import FileFaults, lines_by_path
from bleu_core.teaching.lessons import (
    Challenge,
    Lesson,
    LessonSet,
    all_lessons,
    answers,
    files,
    lesson_set,
    set_text,
)
from bleu_core.teaching.lessons.files import MOST_BYTES
from bleu_core.teaching.lessons.sets import LONGEST_PACKED, PACKED, file_in
from tests.core.refusing import refused
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


def faults(text: str | bytes, name: str = "") -> list[tuple[int, str]]:
    """The lines and codes of what is wrong with a file."""
    return [(line, one.code) for line, one in told_of(text, name)]


def told_of(text: str | bytes, name: str = "") -> list[tuple[int, Message]]:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(FileFaults) as caught:
        set_text(data, name)
    told = [one for one in caught.value.problems if one.code == "toml.fault"]
    assert {one.values["file"] for one in told} == {name}
    return [(one.values["line"], one.values["problem"]) for one in told]


def read(text: str) -> LessonSet:
    return lesson_set(set_text(text.encode()))


def numbered(found: LessonSet) -> list[tuple[str, int]]:
    return [(lesson.name, lesson.number) for lesson in found.lessons.values()]


def test_a_file_of_one_lesson() -> None:
    found = read(ONE)
    (lesson,) = found.lessons.values()
    assert (found.title, lesson.name, lesson.number) == ("The cat", "lesson-1", 1)
    facts = answers.bench_facts(lesson)
    assert facts[lesson.answer] == "1"
    assert answers.filled(lesson.why, facts) == "Those are 1/3; without case, 2/3."
    assert lesson.opens == (2,)


def test_a_variant_keeps_the_settings_of_the_bench_that_it_does_not_name() -> None:
    bench = 'references = ["the cat slept"]\n'
    own = ONE.replace(bench, f'{bench}settings = {{ smooth_method = "none", lowercase = false }}\n')
    (lesson,) = read(own).lessons.values()
    _, lower = lesson.variants["lower"]
    assert lower.config == BleuConfig(smooth_method="none", lowercase=True)


def test_equal_variants_are_told_unless_the_choices_have_equal() -> None:
    lines = ONE.split("\n")
    again = '\n[[variants]]\nname = "again"\nlabel = "Again"\nsettings = { lowercase = true }\n'
    which = 'choices = [["lower", "Lower"], ["again", "Again"]]'
    lines[4] = f'answer = "highest"\n{which}'
    tie = "\n".join(lines) + again
    assert faults(tie) == [(5, "lesson.unfit_answer")]
    (lesson,) = read(tie.replace('"Again"]]', '"Again"], ["equal", "Both"]]')).lessons.values()
    assert answers.bench_facts(lesson)["highest"] == "equal"


def test_a_difference_may_be_the_answer_with_its_sign() -> None:
    pair = ONE.replace('["The cat sat"]', '["the cat sat on a mat", "the cat sat on the mat"]')
    pair = pair.replace('["the cat slept"]', '["the cat sat on the mat"]')
    (lesson,) = read(pair.replace('"A.m1"', '"delta"')).lessons.values()
    assert answers.bench_facts(lesson)["delta"].startswith("+")


def test_a_file_of_several_lessons_with_built_in_ones_among_them() -> None:
    found = read(SEVERAL)
    assert found.title == "Monday, group 3"
    assert numbered(found) == [("zero", 1), ("cat", 2), ("the-the-the", 3)]
    assert file_in(set_text(SEVERAL.encode())) == SEVERAL.encode()
    lesson = all_lessons()["zero"]
    assert found.lessons["zero"].prepared == lesson.prepared
    # A built-in lesson is a file that a teacher could have written.
    (path,) = files.HERE.glob("*-zero.toml")
    (own,) = read(path.read_text("utf-8")).lessons.values()
    assert (own.prepared, own.variants, own.text) == (lesson.prepared, lesson.variants, lesson.text)
    # A set may name built-in lessons alone.
    assert numbered(lesson_set("zero,chance")) == [("zero", 1), ("chance", 2)]
    assert lesson_set("").lessons == all_lessons()


def test_built_in_lessons_are_numbered_track_by_track(tmp_path, monkeypatch) -> None:
    # The files themselves are numbered in another order.
    for number, name in enumerate(["after-bleu", "of-the", "nist", "zero"], 1):
        (path,) = files.HERE.glob(f"*-{name}.toml")
        (tmp_path / f"{number:02}-{name}.toml").write_bytes(path.read_bytes())
    monkeypatch.setattr(files, "HERE", tmp_path)
    found = LessonSet("", all_lessons.__wrapped__())
    assert numbered(found) == [("of-the", 1), ("zero", 2), ("nist", 3), ("after-bleu", 4)]


def test_the_documented_files_are_read_and_every_field_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "lesson-files.md").read_text("utf-8")
    sets = [read(example) for example in re.findall("```toml\n(.*?)```", page, re.DOTALL)]
    assert [len(found.lessons) for found in sets] == [3, 1]
    named = set(re.findall(r"`(\w+)`", page[page.index("## Fields") :]))
    kinds = (Lesson, Challenge, BleuConfig)
    fields = {field.name for kind in kinds for field in dataclasses.fields(kind)}
    assert fields - {"number", "prepared"} <= named
    lessons = [all_lessons()["word-order"], *sets[0].lessons.values()]
    facts = {fact for lesson in lessons for fact in answers.bench_facts(lesson)}
    told = set(re.findall(r"`([\w.:]+)`", page[page.index("## Facts") : page.index("## Limits")]))
    assert told - {"text", "question", "why", "answer"} <= facts


def test_all_faults_are_told_at_once_each_with_its_line() -> None:
    cat = SEVERAL[SEVERAL.index("[[lesson]]\nname") : SEVERAL.rindex("[[lesson]]")]
    broken = cat.replace("question =", 'wyh = "x"\nopens = [9]\nquestion =')
    broken = broken.replace("lowercase = true", 'tokenize = "flores200", lowercase = 1')
    broken = broken.replace('candidates = ["The cat sat"]', f'candidates = ["{"x" * 801}", 1]')
    # Facts are looked for where nothing else is wrong, and in the line of a text that names them.
    facts = (
        cat.replace('"cat"', '"dog"').replace('"The cat"', '"The dog"').replace('"A.m1"', '"A.n1"')
    )
    facts = facts.replace('"A has {A.t1} words."', "'''\nTwo lines down:\n\n{A.p9}\n'''")
    text = '[[lesson]]\nbuilt_in = "zeroo"\n' + broken + facts
    lines = {
        "zeroo": ["lesson.unknown_lesson"], "wyh": ["toml.unknown_name"],
        "[9]": ["toml.must_be"], "xxx": ["toml.must_be"],
        "flores200": ["toml.must_be", "toml.must_be"],
        "{A.p9}": ["lesson.unknown_fact"], "A.n1": ["lesson.unknown_fact"],
    }  # fmt: skip
    found = told_of(text, "my.toml")
    told: dict[int, list[str]] = {}
    for line, problem in found:
        told.setdefault(line, []).append(problem.code)
    where = text.split("\n")
    assert {n: sorted(codes) for n, codes in told.items()} == {
        next(n for n, line in enumerate(where, 1) if part in line): codes
        for part, codes in lines.items()
    }
    near = {one.values["near"] for _, one in found if "near" in one.values}
    assert near == {"why", "A.p4", "A.t1"}


def test_a_fault_is_told_with_its_line() -> None:
    cat, answer, lower = '"The cat"', '"A.m1"', "{ lowercase = true }"
    sat, variants, long = '["The cat sat"]', "[[variants]]", '"' + "x" * 301 + '"'
    for old, new, line, code in (
        ("answer", "answr", 5, "toml.unknown_name"),
        (answer, '"lower.change"', 5, "lesson.unfit_answer"),
        (answer, f'{answer}\nchoices = [["2", "B"], ["3", "C"]]', 5, "lesson.unfit_answer"),
        (answer, f'{answer}\nchoices = [["2", "B"], ["2", "C"]]', 6, "lesson.not_choices"),
        (answer, f'{answer}\nchoices = [["1", "B"], ["2", "B"]]', 6, "lesson.not_choices"),
        (answer, f'{answer}\nchoices = [["1", "B"], ["01", "C"]]', 6, "lesson.not_choices"),
        (answer, f'{answer}\nchoices = [["1", "B"], ["1.0", "C"]]', 6, "lesson.not_choices"),
        ("{A.t1}", "{A.m1}", 3, "lesson.answer_given"),
        (sat, '["a\\nb"]', 10, "lesson.uneven_lines"),
        ("settings =", 'candidates = ["a\\nb"]\nsettings =', 15, "lesson.uneven_lines"),
        (sat, '[" "]', 9, "toml.missing"), (sat, '["a", ""]', 9, "toml.missing"),
        ('["the cat slept"]', '["a", "\\n"]', 10, "toml.missing"),
        (answer, f'{answer}\nchoices = [["2"]]', 6, "lesson.not_choices"),
        (answer, f'{answer}\nchoices = [["1", "One"]]', 6, "lesson.not_choices"),
        (answer, f'{answer}\nchoices = [["1", "A"], ["2", {long}]]', 6, "lesson.not_choices"),
        (cat, '" "', 2, "toml.missing"), (cat, "12", 2, "toml.must_be"),
        (cat, long, 2, "toml.too_long"),
        (cat, f'{cat}\nname = "The Cat"', 3, "toml.must_be"),
        (cat, f'{cat}\nname = "zero"', 3, "toml.named_twice"),
        (cat, f'{cat}\npanel = "chance"', 3, "toml.must_be"),
        (cat, f'{cat}\ntrack = "third"', 3, "toml.must_be"),
        ("[bench]", "[bank]", 8, "toml.unknown_name"),
        (sat, '["a", "b", "c"]', 9, "toml.must_be"), (sat, "[]", 9, "toml.must_be"),
        (lower, '{ smooth_method = "no" }', 15, "settings.must_be"),
        (lower, "{ weights = [0.5] }", 15, "settings.number_of_weights"),
        (lower, "{ weights = [true] }", 15, "toml.must_be"),
        (lower, "{ max_ngram_order = nan }", 15, "toml.must_be"),
        (lower, "{ smooth_value = inf }", 15, "settings.no_smooth_value"),
        (lower, "1", 15, "toml.must_be"), (variants, "[variants]", 12, "toml.must_be"),
        (variants, f"[stated]\nr = 1\n{variants}", 13, "toml.must_be"),
        (variants, f"[challenge]\nmost_tokens = 0\n{variants}", 13, "toml.must_be"),
        ('"lower"', '"low er"', 13, "toml.must_be"),
        (cat, '"The \\uD800cat"', 2, "toml.syntax"), (cat, '"The cat', 2, "toml.syntax"),
        ("[bench]", "[[bench", 8, "toml.syntax"),
    ):  # fmt: skip
        text = ONE.replace(old, new, 1)
        assert text != ONE
        assert (line, code) in faults(text), (old, new)
    # A fraction is a number, and there may be several variants, but of several names.
    for own in (
        ONE.replace(answer, '"A.p1"'),
        ONE.replace(variants, f"{variants}\nname = 'a'\nlabel = 'b'\n{variants}"),
    ):
        assert lesson_set(set_text(own.encode()))
    assert faults('[[lesson]]\nbuilt_in = "zeroo"') == [(2, "lesson.unknown_lesson")]
    assert faults("lesson = []") == [(1, "toml.none_in_file")]
    twice = ONE + ONE[ONE.index(variants) :]
    assert faults(twice) == [(17, "toml.named_twice")]
    twice = SEVERAL.replace('"the-the-the"', '"zero"')
    assert [one for _, one in faults(twice)] == ["toml.named_twice"]
    title = all_lessons()["zero"].title
    assert faults(SEVERAL.replace("The cat", title)) == [(9, "toml.named_twice")]
    # Nothing is said of an answer that is no text.
    wrong = ONE.replace('"A.m1"', '"stated.right"') + "[stated]\nright = 62.5\n"
    assert faults(wrong) == [(17, "toml.must_be")]


def test_a_fault_that_leaves_the_bench_as_it_is_hides_no_unknown_fact() -> None:
    text = ONE.replace('title = "The cat"', 'title = ""\ntrack = "easy"\npanel = "foo"')
    text = text.replace("{A.t1}", "{A.q1}").replace('"A.m1"', '"A.zz"')
    assert faults(text) == [
        (2, "toml.missing"), (3, "toml.must_be"), (4, "toml.must_be"),
        (5, "lesson.unknown_fact"), (7, "lesson.unknown_fact"),
    ]  # fmt: skip


def test_a_brace_that_is_not_closed_is_told_in_its_line() -> None:
    text = ONE.replace('"Those are {A.p1}; ', "'''\nThose are {A.p1; ").replace('p1}."', "p1}.'''")
    assert faults(text) == [(7, "lesson.unclosed_fact")]


def test_a_challenge_can_keep_only_what_is_there() -> None:
    text = f'{ONE}\n[challenge]\ngoal = "Mend it."\nkeeps = ["cat", "zebra"]\n'
    ((line, problem),) = told_of(text)
    assert (line, problem.code) == (19, "lesson.tokens_lost")
    assert problem.values["tokens"] == ["zebra"]


def test_a_hostile_file_is_told() -> None:
    for data, code in (
        (b"", "toml.missing"), (b"title = 'x'\nlesson = []", "toml.none_in_file"),
        (b"a = '" + b"x" * MOST_BYTES + b"'", "toml.too_long"),
        (b"a = 1\nb = '\xff'", "toml.not_utf8"), (b"a = " + b"[" * 20_000, "toml.syntax"),
        (b"a = " + b"{a=" * 10_000, "toml.syntax"),
        (b"x = 1\n" + b"a." * 20_000 + b"a = 1", "toml.syntax"),
        (b"[" + b"'a' . " * 9_000 + b"a]", "toml.syntax"),
        (b"a = " + b"9" * 5_000, "toml.syntax"), (b"lesson = 1", "toml.must_be"),
        (b"[[lesson]]\n" * 41, "toml.too_long"),
    ):  # fmt: skip
        found = [one for _, one in faults(data)]
        assert code in found
        assert len(found) <= 30


def test_what_is_no_set_is_refused() -> None:
    packed, bomb = (
        PACKED + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
        for data in (ONE.encode(), b"#" * 9_000_000)
    )
    assert lesson_set(packed)
    assert len(bomb) < LONGEST_PACKED
    for text, code in {
        "nothing": "lesson.unknown_lesson",
        "zero,zero": "toml.named_twice",
        **dict.fromkeys(["~", "~!", "~" + "A" * LONGEST_PACKED, bomb], "lesson.not_packed"),
        **dict.fromkeys([packed[:-4], packed + "AAAA"], "lesson.not_packed"),
    }.items():
        with refused(code):
            lesson_set(text)


def test_what_would_take_long_or_is_too_large_for_a_link_is_told() -> None:
    many = "".join(f'[[variants]]\nname = "v{i}"\nlabel = "V"\n' for i in range(12))
    text = ONE.replace('["The cat sat"]', str(["x " * 400] * 2))
    text = text.replace('["the cat slept"]', str(["y " * 400] * 4)) + many.replace("v0", "lower2")
    assert "toml.too_long" in [code for _, code in faults(text)]
    # Comments that do not pack: nothing but their size is wrong.
    noise = random.Random(1)
    comment = "".join(f"# {noise.getrandbits(400):x}\n" for _ in range(300))
    assert faults(ONE + comment, "my.toml") == [(1, "lesson.file_too_large")]


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
    found = lines_by_path(text)
    assert {path: found[path] for path in wanted} == wanted
