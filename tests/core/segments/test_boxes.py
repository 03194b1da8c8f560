"""The boxes of the filter panel and the expression say the same."""

from dataclasses import asdict, fields, replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from bleu_core.segments.annotations import VERDICTS, AnnotationFilter
from bleu_core.segments.expressions import ExpressionError, conjuncts, parse
from bleu_core.segments.filter_boxes import (
    OPPOSED,
    PLACES,
    SIGNS,
    Filters,
    filters_expression,
    read_boxes,
    with_boxes,
)
from bleu_core.segments.slice_criteria import NO_VALUE
from tests.core.refusing import refused

TEXTS = st.one_of(
    st.sampled_from(["", "cat", "/\\d+/", "/a/b/", "/a\\\\/", 'a "b" \\', "//"]), st.text()
)
NAMES = st.sampled_from(["kind", "my kind", "`", "and", "sentence BLEU", "notes", "a.x", "Zeit"])
LIMITS = st.floats(allow_nan=False, allow_infinity=False)
RANGES = st.none() | st.tuples(LIMITS, LIMITS).map(lambda ends: (min(ends), max(ends)))


@st.composite
def filters(draw: st.DrawFn) -> Filters:
    """What the panel can ask for, as it says it: a place and a column only beside what is there."""
    text, part = draw(TEXTS), draw(st.sampled_from(["", "news", None, NO_VALUE]))
    assume("\\/" not in text.replace("\\\\", ""))  # read as "/", which means the same
    return Filters(
        text=text,
        place=draw(st.sampled_from(PLACES)) if text else "anywhere",
        document=draw(st.sampled_from(["", "x", None, NO_VALUE]) | st.text()),
        sign=draw(st.sampled_from(SIGNS)),
        differ=draw(st.booleans()),
        delta=draw(RANGES),
        score_a=draw(RANGES),
        score_b=draw(RANGES),
        length=draw(RANGES),
        lines=draw(RANGES),
        slice_by=draw(NAMES) if part != "" else "",
        slice=part,
        metrics=("imported:1 `x`", "chrf"),
        delta_1=draw(RANGES),
        delta_2=draw(RANGES),
        opposed=draw(st.sampled_from(OPPOSED)),
    )


SAID = st.builds(
    lambda mine, **said: AnnotationFilter(**said, mine=mine and bool(said["marked"])),
    mine=st.booleans(),
    verdict=st.sampled_from(["", "given", "none", *VERDICTS]),
    label=st.text(),
    noted=st.booleans(),
    marked=st.sampled_from(["", "any", "severity:major", "category:Accuracy/x", "severity:"]),
)
REST = 'a.copy and (kind = "x" or delta > 1) and delta < -0.5 and x in ("1") and not b has "the"'


@given(filters(), SAID)
def test_boxes_read_what_they_write(asked: Filters, said: AnnotationFilter) -> None:
    found = read_boxes(filters_expression(asked, said), asked.metrics)
    assert (found.filters, found.annotation_filter, found.rest) == (asked, said, "")
    assert read_boxes(REST, asked.metrics).rest == REST


@given(filters(), SAID, filters(), SAID)
def test_a_box_writes_itself_and_leaves_the_rest(asked, said, other, told) -> None:
    text = " and ".join(filter(None, [filters_expression(asked, said), REST]))
    both: tuple[tuple[Any, Any], ...] = ((asked, other), (said, told))
    for now, then in both:
        for name in [one.name for one in fields(now)]:
            if name in ("place", "slice_by", "mine", "metrics"):
                continue
            change = {name: getattr(then, name)}
            if name == "text":
                change["place"] = then.place
            if name == "slice":
                change["slice_by"] = then.slice_by
            if name == "marked":
                change["mine"] = told.mine
            found = read_boxes(with_boxes(text, change, asked.metrics), asked.metrics)
            assert {found.filters, found.annotation_filter} == {asked, said} - {now} | {
                replace(now, **change)
            }
            assert found.rest == REST


METRICS = ("imported:m", "wer")


def test_each_box_writes_what_it_asks_for() -> None:
    for text, asked in {
        "": {},
        'text contains "THE"': {"text": "THE"},
        "source ~ /^the/": {"text": "/^the/", "place": "source"},
        'reference contains "5"': {"text": "5", "place": "references"},
        'a contains "/"': {"text": "/", "place": "A"},
        'b contains "//"': {"text": "//", "place": "B"},
        'a contains "5" and not b contains "5"': {"text": "5", "place": "A, not B"},
        "b ~ /5/ and not a ~ /5/": {"text": "/5/", "place": "B, not A"},
        'document = "x"': {"document": "x"}, "document is missing": {"document": None},
        "delta > 0": {"sign": "gain"}, "delta < 0": {"sign": "loss"},
        "delta != 0": {"sign": "changed"}, "delta = 0": {"sign": "same"},
        "not same": {"differ": True}, "line >= 2 and line <= 5": {"lines": (2.0, 5.0)},
        "delta >= -1.5 and delta <= 40": {"delta": (-1.5, 40.0)},
        "a.bleu >= 0 and a.bleu <= 40": {"score_a": (0.0, 40.0)},
        "b.bleu >= 100 and b.bleu <= 100": {"score_b": (100.0, 100.0)},
        "reference.length >= 2 and reference.length <= 3": {"length": (2.0, 3.0)},
        "`my kind` is missing": {"slice_by": "my kind", "slice": None},
        '`sentence BLEU` = "0–10"': {"slice_by": "sentence BLEU", "slice": "0–10"},
        "delta >= -2 and delta <= 0": {"delta_1": (-2.0, 0.0), "metrics": ("bleu", "wer")},
        "`delta.imported:m` >= -2 and `delta.imported:m` <= 0": {"delta_1": (-2.0, 0.0)},
        "delta.wer >= 0 and delta.wer <= 9": {"delta_2": (0.0, 9.0)},
        "`gain.imported:m` > 0 and gain.wer < 0": {"opposed": "first"},
        "`gain.imported:m` < 0 and gain.wer > 0": {"opposed": "second"},
        "`gain.imported:m` > 0 and gain.wer < 0 or `gain.imported:m` < 0 and gain.wer > 0":
            {"opposed": "either"},
        'a contains "cat" and delta < 0 and not same':
            {"text": "cat", "place": "A", "sign": "loss", "differ": True},
    }.items():  # fmt: skip
        assert filters_expression(Filters(**{"metrics": METRICS} | asked)) == text
    for text, asked in {
        "verdict is given": {"verdict": "given"}, "verdict is missing": {"verdict": "none"},
        'verdict = "A better"': {"verdict": "A better"}, 'label = "order"': {"label": "order"},
        "note is given": {"noted": True}, "severity is given": {"marked": "any"},
        "my.severity is given": {"marked": "any", "mine": True},
        'severity = "major"': {"marked": "severity:major"},
        'my.category = "Accuracy/x"': {"marked": "category:Accuracy/x", "mine": True},
        'category = ""': {"marked": "category:"},
    }.items():  # fmt: skip
        assert filters_expression(Filters(), AnnotationFilter(**asked)) == text


def test_a_changed_box_keeps_its_place_in_the_line() -> None:
    text = "a.copy and delta >= -5 and delta <= 0 and b.cut"
    assert with_boxes(text, {"delta": (1.0, 2.5)}) == (
        "a.copy and delta >= 1 and delta <= 2.5 and b.cut"
    )
    assert with_boxes(text, {"delta": None}) == "a.copy and b.cut"
    assert with_boxes("a.copy", {"delta": None}) == "a.copy"
    assert with_boxes("delta > 0", {"sign": "any"}) == ""
    own = with_boxes('severity = "major" and a.copy', {"mine": True})
    assert own == 'my.severity = "major" and a.copy'
    assert with_boxes(own, {"mine": False}) == 'severity = "major" and a.copy'
    assert with_boxes(own, {"marked": "any"}) == "my.severity is given and a.copy"
    assert with_boxes(own, {"marked": ""}) == with_boxes("a.copy", {"mine": True}) == "a.copy"


def test_what_somebody_typed_shows_in_its_box() -> None:
    for text, shown in {
        "DELTA >= 3 and delta >= 3": {"delta": (3.0, float("inf"))},
        "not b ~ /x/ AND (a ~ /x/ and a.copy)": {"text": "/x/", "place": "A, not B"},
        'text contains "the cat"': {"text": "the cat", "place": "anywhere"},
        "gain.chrf < 0 and gain > 0": {"opposed": "first"},
        "gain > 0 and gain.chrf < 0 or gain < 0 and gain.chrf > 0": {"opposed": "either"},
        "not same": {"differ": True}, "document is missing": {"document": None},
        'document = "(none)"': {"document": NO_VALUE}, "verdict is missing": {"verdict": "none"},
        "my.severity is given": {"marked": "any", "mine": True},
        'my.category = "Style"': {"marked": "category:Style", "mine": True},
        '`sentence BLEU` = "10–20"': {"slice_by": "sentence BLEU", "slice": "10–20"},
    }.items():  # fmt: skip
        found = read_boxes(text)
        both = {**asdict(found.filters), **asdict(found.annotation_filter)}
        assert {name: both[name] for name in shown} == shown, text


def test_what_no_box_can_show_is_the_rest() -> None:
    for text in (
        "delta > 1", "delta = 5", "line < 7", 'not a contains "x"', 'a contains "/x/"',
        'a contains ""', "gain > 0", "not a.copy", "a.copy or delta > 0", 'source = "x"',
        "a is missing", "delta.wer >= 3", "points >= 1",
    ):  # fmt: skip
        found = read_boxes(text)
        assert (found.filters, found.annotation_filter, found.rest) == (
            Filters(),
            AnnotationFilter(),
            text,
        )
        assert conjuncts(parse(with_boxes(text, {"sign": "loss"})))[0] == parse(text)
    found = read_boxes('document = "x" and document = "y" and delta > 0 and delta < 0')
    assert (found.filters.document, found.filters.sign) == ("x", "gain")
    assert (found.filters.slice_by, found.filters.slice) == ("document", "y")
    assert found.rest == "delta < 0"


def test_infinite_ends_and_patterns_that_cannot_stand_in_an_expression() -> None:
    infinity = float("inf")
    assert filters_expression(Filters(delta=(-infinity, 3.0))) == "delta <= 3"
    assert filters_expression(Filters(delta=(-infinity, infinity))) == ""
    with refused("expression.single_backslash", error=ExpressionError):
        filters_expression(Filters(text="/x\\/"))
