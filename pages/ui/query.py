"""The view as a URL: `parse` and `to_params`, and the fields that the parameters fill.

Both are pure; values of a URL are compared, never evaluated or opened. A parameter whose reader
raises ValueError or KeyError is reported as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bleu_core import BleuConfig
from bleu_core.messages import Message, server
from bleu_core.segments.detectors import read_thresholds, written_thresholds
from bleu_core.segments.expressions import LONGEST as LONGEST_EXPRESSION
from bleu_core.segments.worklist import sort_metrics
from bleu_core.teaching.exercise import Bench, check_tokenizer
from bleu_core.teaching.lessons import LONGEST, lesson_set
from bleu_core.text import glossary
from bleu_core.text.config import MAX_ORDER
from bleu_core.text.link import SETTINGS, Fields, read_yes_no, write_parameters, write_yes_no
from pages.ui.view import (
    DEPTHS,
    JUDGE_TABS,
    LARGEST,
    LEAST,
    SUITE_FIELDS,
    SYSTEMS_TABS,
    NgramsState,
    View,
)

LONGEST_TEXT = 500


def _pattern(pattern: str) -> Callable[[str], str]:
    """Return a reader of texts that match a regular expression."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError
        return text

    return read


_digest = _pattern("[0-9a-f]{64}")
_time = _pattern(r"[0-9]{1,12}\.[0-9]{1,9}")
_short = _pattern(f"(?s:.{{0,{LONGEST_TEXT}}})")
_bench_text = _pattern(f"(?s:.{{0,{LONGEST}}})")
expression = _pattern(f"(?s:.{{0,{LONGEST_EXPRESSION}}})")


def _read_names(text: str) -> tuple[str, ...]:
    """Read names that `_names_text` wrote."""
    names = [name.replace("%2C", ",").replace("%25", "%") for name in text.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise ValueError
    return tuple(map(_short, names))


def _names_text(names: tuple[str, ...]) -> str:
    """Write names as one text, separated by commas: "first,the second%2C retuned"."""
    return ",".join(name.replace("%", "%25").replace(",", "%2C") for name in names)


def _segment(text: str) -> int:
    return int(_pattern("[1-9][0-9]{0,8}")(text))


def _least(text: str) -> int:
    if not LEAST <= _segment(text) <= LARGEST:
        raise ValueError
    return int(text)


def _one_of(*allowed: Any) -> Callable[[str], Any]:
    return {str(value): value for value in allowed}.__getitem__


def _sort(text: str) -> str:
    sort_metrics(_short(text).removeprefix("-"))
    return text


def _lessons(text: str) -> str:
    lesson_set(text)
    return text


VIEW: Fields = {
    "data": ("data", _digest, str),
    "a": ("a", _short, str),
    "b": ("b", _short, str),
    "more": ("more", _read_names, _names_text),
    "seg": ("segment", _segment, str),
    "sort": ("sort", _sort, str),
    "shows": ("systems_tab", _one_of(*SYSTEMS_TABS), str),
    "runs": ("all_runs", read_yes_no, write_yes_no),
    "rank": ("rank_by", _short, str),
    "judge": ("judge_tab", _one_of(*JUDGE_TABS), str),
    "session": ("session", _digest, str),
    "people": ("people", _short, str),
    "where": ("where", expression, str),
    "marks": ("marks", _one_of("all"), str),
    "only": ("only", read_yes_no, write_yes_no),
    "limits": ("thresholds", read_thresholds, written_thresholds),
    "wall": ("wall", read_yes_no, write_yes_no),
    "task": ("task", _digest, str),
    "by": ("slice_by", _short, str),
    "metric": ("slice_metric", _short, str),
    "least": ("find_least", _least, str),
    "depth": ("find_depth", _one_of(*DEPTHS), str),
    "suite": ("suite", _short, str),
    "suite-run": ("suite_run", lambda text: float(_time(text)), repr),
}
PHRASES: Fields = {
    "gside": ("side", _one_of("lost", "gained"), str),
    "gorder": ("order", _one_of(*range(1, MAX_ORDER + 1)), str),
    "gq": ("text", _short, str),
    "gram": ("ngram", _short, str),
}
# What views change in the address by themselves, with the fields of the viewer's state (state.js).
MOVED = {"gram": "ngram", "gside": "side", "gorder": "order", "gq": "find"}
MOVED |= {name: name for name in ("seg", "sort", "where", "only", "limits", "marks")}
MOVED |= {name: name for name in ("by", "metric", "least", "depth", "rank")}
BENCH: Fields = {
    "lessons": ("lessons", _lessons, str),
    "lesson": ("lesson", _short, str),
    "cand": ("a", _bench_text, str),
    "cand2": ("b", _bench_text, str),
    "ref": ("r1", _bench_text, str),
    **{f"ref{n}": (f"r{n}", _bench_text, str) for n in (2, 3, 4)},
    "term": ("term", lambda name: glossary.find_entry(name).name, str),
}
BENCH_SETTINGS: Fields = {f"bench-{name}": fields for name, fields in SETTINGS.items()}
BENCH_SETTINGS["bench-tok"] = "tokenize", check_tokenizer, str


def parse(params: Mapping[str, str]) -> tuple[View, list[Message]]:
    """Return the view of a query string, and a message for each parameter not understood."""
    understood: set[str] = set()

    def read(fields: Fields, make: Callable[..., Any]) -> Any:
        """Call make() with each given field that it accepts."""
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
    bench = replace(read(BENCH, Bench), config=read(BENCH_SETTINGS, BleuConfig))
    phrases = read(PHRASES, NgramsState)
    view = read(VIEW, View)
    view = replace(view, config=config, phrases=phrases, bench=bench)
    wrong = {name: text for name, text in params.items() if name not in understood}
    return view, [server.not_understood(name, text) for name, text in wrong.items()]


def to_params(view: View) -> dict[str, str]:
    """Return the shortest query of a view; of a blind session, only that, to name no system."""
    if view.task:
        return {"task": view.task}
    params: dict[str, str] = {}
    default = View()
    for fields, part, usual in (
        (VIEW, view, default),
        (SETTINGS, view.config, default.config),
        (PHRASES, view.phrases, default.phrases),
        (BENCH, view.bench, default.bench),
        (BENCH_SETTINGS, view.bench.config, default.bench.config),
    ):
        params |= write_parameters(fields, part, usual)
    return params


def visit_of(view: View) -> str:
    """Return the place in a comparison as a query string: segment, order, filter."""
    kept = ("data", "config", "phrases", "bench", *SUITE_FIELDS)
    bare = View(**{name: getattr(view, name) for name in kept})
    everything, rest = to_params(view), to_params(bare)
    return urlencode({name: text for name, text in everything.items() if name not in rest})


def view_at(visit: str, data: str, config: BleuConfig) -> View:
    """Return the view of a comparison at a place that `visit_of` returned."""
    view, _ = parse(dict(parse_qsl(visit)))
    return replace(view, data=data, config=config, phrases=NgramsState(), bench=Bench())
