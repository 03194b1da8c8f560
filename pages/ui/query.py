"""The view's form in a URL: `parse` and `to_params`.

Both are pure; nothing from a URL is evaluated, opened or looked up by more than equality.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bleu_core import BleuConfig, EvalSet, glossary
from bleu_core.detectors import read_thresholds, written_thresholds
from bleu_core.expressions import LONGEST as LONGEST_EXPRESSION
from bleu_core.expressions import conjoined
from bleu_core.judgements.annotations import VERDICTS
from bleu_core.judgements.annotations import Filter as AnnotationFilter
from bleu_core.link import (
    SETTINGS,
    Fields,
    is_range,
    read_name,
    read_range,
    read_yes_no,
    write_name,
    write_yes_no,
    written,
)
from bleu_core.slices import DOCUMENT, NOTHING
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import LONGEST, lesson_set
from bleu_core.wording import cut
from bleu_core.worklist import (
    OPPOSED,
    PLACES,
    SIGNS,
    Filters,
    boxes,
    metrics_of,
    name_of,
    read_metrics,
    written_metrics,
)
from pages.ui.view import (
    DEPTHS,
    JUDGE_TABS,
    LARGEST,
    LEAST,
    SLICES_TABS,
    SYSTEMS_TABS,
    Phrases,
    View,
)

LONGEST_TEXT = 500
# Of systems, in one parameter of a link.
MOST_NAMES = 50
# The order of the worklist in links of the time when it was the usual one, and left out.
FORMER_SORT = "-size"


def parse(
    params: Mapping[str, str], data_of: Callable[[str], EvalSet | None] = lambda digest: None
) -> tuple[View, list[str]]:
    """The view that a query string asks for, and the parameters that say nothing known, cut.

    `data_of` finds the test set of a digest, which tells whether an old link that calls a part
    "(none)" means a name or the segments without any.
    """
    params = _modern(params)
    understood: set[str] = set()

    def read(fields: Fields, make: Callable[..., Any]) -> Any:
        """make() with each field that is given and that it accepts."""
        values: dict[str, Any] = {}
        for name, (field_name, reader, _) in fields.items():
            if name in params:
                try:
                    wanted = values | {field_name: reader(params[name])}
                    make(**wanted)
                except (ValueError, KeyError):
                    continue
                values = wanted
                understood.add(name)
        return make(**values)

    config = read(SETTINGS, BleuConfig)
    filters, said = read(_FORMER_FILTERS, Filters), read(_FORMER_SAID, AnnotationFilter)
    bench = replace(read(_BENCH, Bench), config=read(_BENCH_SETTINGS, BleuConfig))
    phrases = read(_PHRASES, Phrases)
    view = read(_VIEW, View)
    if understood & _WORKLIST and "sort" not in understood:
        view = replace(view, sort=FORMER_SORT)
    view = replace(view, config=config, phrases=phrases, bench=bench)
    filters = _by_names(filters, partial(data_of, view.data))
    if filters.slice != "" and not filters.slice_by:
        understood.discard("part")
    if not said.marked:
        understood.discard("mine")
    try:
        former = boxes.written(replace(filters, metrics=view.metrics), said)
        view = replace(
            view, where=_expression(conjoined([view.where, former]) if former else view.where)
        )
    except ValueError:
        understood -= {*_FORMER_FILTERS, *_FORMER_SAID}
    return view, [cut(f"{name}={text}") for name, text in params.items() if name not in understood]


def to_params(view: View) -> dict[str, str]:
    """The shortest query string for a view: what equals the default is left out.

    But for the order of the worklist where something else is said of that: a link
    that names a segment and no order is an old one. Of a view in which somebody
    judges blind it has nothing that names a system.
    """
    if view.task:
        return {"task": view.task}
    params: dict[str, str] = {}
    default = View()
    for fields, part, usual in (
        (_VIEW, view, default),
        (SETTINGS, view.config, default.config),
        (_PHRASES, view.phrases, default.phrases),
        (_BENCH, view.bench, default.bench),
        (_BENCH_SETTINGS, view.bench.config, default.bench.config),
    ):
        params |= written(fields, part, usual)
    if params.keys() & _WORKLIST:
        params["sort"] = view.sort
    return params


def visit_of(view: View) -> str:
    """What of a comparison a view shows, as a query string: segment, order, expression."""
    bare = View(data=view.data, config=view.config, phrases=view.phrases, bench=view.bench)
    everything, rest = to_params(view), to_params(bare)
    return urlencode({name: text for name, text in everything.items() if name not in rest})


def view_at(visit: str, data: str, config: BleuConfig) -> View:
    """The view of a comparison at what `visit_of` said."""
    view, _ = parse(dict(parse_qsl(visit)))
    return replace(view, data=data, config=config, phrases=Phrases(), bench=Bench())


def _by_names(filters: Filters, find: Callable[[], EvalSet | None]) -> Filters:
    """The parts by their names, which old links had by their labels."""
    document, part = filters.document or "", filters.slice or ""
    if NOTHING not in document + part:
        return filters
    data = find()
    return replace(
        filters,
        document=name_of(data, DOCUMENT, document),
        slice=name_of(data, filters.slice_by, part),
    )


def _digest(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError
    return text


def _modern(params: Mapping[str, str]) -> dict[str, str]:
    """The parameters as they are called today: ranges of sentence BLEU once were `a` and `b`."""
    former = {name: f"s{name}" for name in ("a", "b") if is_range(params.get(name, ""))}
    return {former.get(name, name): text for name, text in params.items()}


def _name(text: str) -> str:
    return _short(read_name(text))


def _read_names(text: str) -> tuple[str, ...]:
    """The names that `_names_text` wrote."""
    names = [name.replace("%2C", ",").replace("%25", "%") for name in text.split(",")]
    if not all(names) or len(set(names)) < len(names) or len(names) > MOST_NAMES:
        raise ValueError
    return tuple(map(_short, names))


def _names_text(names: tuple[str, ...]) -> str:
    """Names in one text, a comma between them: "first,the second%2C retuned"."""
    return ",".join(name.replace("%", "%25").replace(",", "%2C") for name in names)


def _segment(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise ValueError
    return int(text)


def _least(text: str) -> int:
    found = _segment(text)
    if not LEAST <= found <= LARGEST:
        raise ValueError
    return found


def _depth(text: str) -> int:
    return {str(number): number for number in DEPTHS}[text]


def _one_of(*allowed: str) -> Callable[[str], str]:
    return lambda text: {name: name for name in allowed}[text]


def _sort(text: str) -> str:
    metrics_of(_short(text).removeprefix("-"))
    return text


def _pair(text: str) -> tuple[str, str]:
    one, other = read_metrics(_short(text))
    if not (one and other):
        raise ValueError
    return one, other


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise ValueError
    return text


def _marked(text: str) -> str:
    if text != "any" and not text.startswith(("severity:", "category:")):
        raise ValueError
    return _short(text)


def _bench_text(text: str) -> str:
    if len(text) > LONGEST:
        raise ValueError
    return text


def _expression(text: str) -> str:
    if len(text) > LONGEST_EXPRESSION:
        raise ValueError
    return text


def _lessons(text: str) -> str:
    lesson_set(text)
    return text


_VIEW: Fields = {
    "data": ("data", _digest, str),
    "a": ("a", _name, write_name),
    "b": ("b", _name, write_name),
    "more": ("more", _read_names, _names_text),
    "seg": ("segment", _segment, str),
    "sort": ("sort", _sort, str),
    "shows": ("systems_tab", _one_of(*SYSTEMS_TABS), str),
    "rank": ("rank_by", _short, str),
    "judge": ("judge_tab", _one_of(*JUDGE_TABS), str),
    "session": ("session", _digest, str),
    "people": ("people", _short, str),
    "where": ("where", _expression, str),
    "only": ("only", read_yes_no, write_yes_no),
    "vs": ("metrics", _pair, written_metrics),
    "limits": ("thresholds", read_thresholds, written_thresholds),
    "wall": ("wall", read_yes_no, write_yes_no),
    "task": ("task", _digest, str),
    "by": ("slice_by", _short, str),
    "metric": ("slice_metric", _short, str),
    "tab": ("slices_tab", _one_of(*SLICES_TABS), str),
    "least": ("find_least", _least, str),
    "depth": ("find_depth", _depth, str),
    "sig": ("why_first", _short, str),
    "sig2": ("why_second", _short, str),
}
_PHRASES: Fields = {
    "kind": ("kind", _short, str),
    "gsort": ("sort", _short, str),
    "gq": ("text", _short, str),
    "gram": ("ngram", _short, str),
}
# What said which segments before one expression did. Links of that time are read, and none written.
_FORMER_OF_METRICS: Fields = {
    "d1": ("delta_1", read_range, str),
    "d2": ("delta_2", read_range, str),
    "split": ("opposed", _one_of(*OPPOSED), str),
}
_FORMER_FILTERS: Fields = {
    "q": ("text", _short, str),
    "in": ("place", _one_of(*PLACES), str),
    "doc": ("document", _short, str),
    "sign": ("sign", _one_of(*SIGNS), str),
    "differ": ("differ", read_yes_no, write_yes_no),
    "delta": ("delta", read_range, str),
    "sa": ("score_a", read_range, str),
    "sb": ("score_b", read_range, str),
    "len": ("length", read_range, str),
    "lines": ("lines", read_range, str),
    "part-by": ("slice_by", _short, str),
    "part": ("slice", _short, str),
    **_FORMER_OF_METRICS,
}
_FORMER_SAID: Fields = {
    "verdict": ("verdict", _one_of("given", "none", *VERDICTS), str),
    "label": ("label", _short, str),
    "noted": ("noted", read_yes_no, write_yes_no),
    "marked": ("marked", _marked, str),
    "mine": ("mine", read_yes_no, write_yes_no),
}
# What a link of the time of `FORMER_SORT` may say of the worklist beside its order.
_WORKLIST = frozenset({"seg", *_FORMER_FILTERS, *_FORMER_SAID} - _FORMER_OF_METRICS.keys())
_BENCH: Fields = {
    "lessons": ("lessons", _lessons, str),
    "lesson": ("lesson", _short, str),
    "cand": ("a", _bench_text, str),
    "cand2": ("b", _bench_text, str),
    "ref": ("r1", _bench_text, str),
    **{f"ref{n}": (f"r{n}", _bench_text, str) for n in (2, 3, 4)},
    "term": ("term", lambda name: glossary.find(name).name, str),
}
_BENCH_SETTINGS: Fields = {f"bench-{name}": fields for name, fields in SETTINGS.items()}
