"""The parameters of a link: the field that each fills, its reader and its writer.

A parameter whose reader raises ValueError or KeyError is reported as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bleu_core.segments.annotations import VERDICTS
from bleu_core.segments.detectors import read_thresholds, written_thresholds
from bleu_core.segments.expressions import LONGEST as LONGEST_EXPRESSION
from bleu_core.segments.worklist import (
    OPPOSED,
    PLACES,
    SIGNS,
    metrics_of,
    read_metrics,
    written_metrics,
)
from bleu_core.teaching.lessons import LONGEST, lesson_set
from bleu_core.text import glossary
from bleu_core.text.link import (
    SETTINGS,
    Fields,
    read_name,
    read_range,
    read_yes_no,
    write_name,
    write_yes_no,
)
from bleu_core.workspace.team.shares import is_said
from pages.ui.view import (
    DEPTHS,
    JOB,
    JUDGE_TABS,
    LARGEST,
    LEAST,
    SLICES_TABS,
    SYSTEMS_TABS,
    TEAM,
)

LONGEST_TEXT = 500
# Names of systems in one parameter of a link.
MOST_NAMES = 50


def _digest(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError
    return text


def _data(text: str) -> str:
    _digest(text.removeprefix(JOB))
    return text


def _share(text: str) -> str:
    if text != TEAM and not is_said(text):
        raise ValueError
    return text


def _name(text: str) -> str:
    return _short(read_name(text))


def _read_names(text: str) -> tuple[str, ...]:
    """Read names that `_names_text` wrote."""
    names = [name.replace("%2C", ",").replace("%25", "%") for name in text.split(",")]
    if not all(names) or len(set(names)) < len(names) or len(names) > MOST_NAMES:
        raise ValueError
    return tuple(map(_short, names))


def _names_text(names: tuple[str, ...]) -> str:
    """Write names as one text, separated by commas: "first,the second%2C retuned"."""
    return ",".join(name.replace("%", "%25").replace(",", "%2C") for name in names)


def _time(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,12}\.[0-9]{1,9}", text):
        raise ValueError
    return float(text)


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


def expression(text: str) -> str:
    if len(text) > LONGEST_EXPRESSION:
        raise ValueError
    return text


def _lessons(text: str) -> str:
    lesson_set(text)
    return text


VIEW: Fields = {
    "data": ("data", _data, str),
    "share": ("share", _share, str),
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
    "where": ("where", expression, str),
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
    "suite": ("suite", _short, str),
    "suite-run": ("suite_run", _time, repr),
    "suite-set": ("suite_set", _short, str),
    "suite-system": ("suite_system", _short, str),
    "suite-metric": ("suite_metric", _short, str),
}
PHRASES: Fields = {
    "kind": ("kind", _short, str),
    "gsort": ("sort", _short, str),
    "gq": ("text", _short, str),
    "gram": ("ngram", _short, str),
}
# Filters of old links, from before there were expressions: read, never written.
FORMER_OF_METRICS: Fields = {
    "d1": ("delta_1", read_range, str),
    "d2": ("delta_2", read_range, str),
    "split": ("opposed", _one_of(*OPPOSED), str),
}
FORMER_FILTERS: Fields = {
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
    **FORMER_OF_METRICS,
}
FORMER_SAID: Fields = {
    "verdict": ("verdict", _one_of("given", "none", *VERDICTS), str),
    "label": ("label", _short, str),
    "noted": ("noted", read_yes_no, write_yes_no),
    "marked": ("marked", _marked, str),
    "mine": ("mine", read_yes_no, write_yes_no),
}
# Other parameters of the worklist in links with `FORMER_SORT`.
WORKLIST = frozenset({"seg", *FORMER_FILTERS, *FORMER_SAID} - FORMER_OF_METRICS.keys())
BENCH: Fields = {
    "lessons": ("lessons", _lessons, str),
    "lesson": ("lesson", _short, str),
    "cand": ("a", _bench_text, str),
    "cand2": ("b", _bench_text, str),
    "ref": ("r1", _bench_text, str),
    **{f"ref{n}": (f"r{n}", _bench_text, str) for n in (2, 3, 4)},
    "term": ("term", lambda name: glossary.find(name).name, str),
}
BENCH_SETTINGS: Fields = {f"bench-{name}": fields for name, fields in SETTINGS.items()}
