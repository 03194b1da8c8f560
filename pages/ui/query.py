"""The view as a URL: `parse` and `to_params`.

Both are pure; values of a URL are compared, never evaluated or opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bleu_core import BleuConfig, EvalSet
from bleu_core.messages import Message, link
from bleu_core.segments.annotations import Filter as AnnotationFilter
from bleu_core.segments.expressions import conjoined
from bleu_core.segments.slices import DOCUMENT, NOTHING
from bleu_core.segments.worklist import Filters, boxes, name_of
from bleu_core.teaching.exercise import Bench
from bleu_core.text.link import SETTINGS, Fields, is_range, written
from pages.ui.query_fields import (
    BENCH,
    BENCH_SETTINGS,
    FORMER_FILTERS,
    FORMER_SAID,
    PHRASES,
    VIEW,
    WORKLIST,
    expression,
)
from pages.ui.view import (
    Phrases,
    View,
)

# The former default order of the worklist, which old links leave out.
FORMER_SORT = "-size"


def parse(
    params: Mapping[str, str], data_of: Callable[[str], EvalSet | None] = lambda digest: None
) -> tuple[View, list[Message]]:
    """Return the view of a query string, and a message for each parameter not understood.

    `data_of` returns the test set of a digest, which tells whether an old link that calls a part
    "(none)" means a name or the segments without any.
    """
    params = _modern(params)
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
    filters, said = read(FORMER_FILTERS, Filters), read(FORMER_SAID, AnnotationFilter)
    bench = replace(read(BENCH, Bench), config=read(BENCH_SETTINGS, BleuConfig))
    phrases = read(PHRASES, Phrases)
    view = read(VIEW, View)
    if understood & WORKLIST and "sort" not in understood:
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
            view, where=expression(conjoined([view.where, former]) if former else view.where)
        )
    except ValueError:
        understood -= {*FORMER_FILTERS, *FORMER_SAID}
    wrong = {name: text for name, text in params.items() if name not in understood}
    return view, [link.not_understood(name, text) for name, text in wrong.items()]


def to_params(view: View) -> dict[str, str]:
    """Return the shortest query string of a view, without defaults.

    But the order of the worklist is written where the link says something else about it, as a link
    with a segment and no order is an old one. And while somebody judges blind, nothing that names a
    system is written.
    """
    if view.task:
        return {"task": view.task} | ({"share": view.share} if view.share else {})
    params: dict[str, str] = {}
    default = View()
    for fields, part, usual in (
        (VIEW, view, default),
        (SETTINGS, view.config, default.config),
        (PHRASES, view.phrases, default.phrases),
        (BENCH, view.bench, default.bench),
        (BENCH_SETTINGS, view.bench.config, default.bench.config),
    ):
        params |= written(fields, part, usual)
    if params.keys() & WORKLIST:
        params["sort"] = view.sort
    return params


def visit_of(view: View) -> str:
    """Return the place in a comparison as a query string: segment, order, filter."""
    bare = View(
        data=view.data,
        share=view.share,
        config=view.config,
        phrases=view.phrases,
        bench=view.bench,
        suite=view.suite,
        suite_run=view.suite_run,
        suite_set=view.suite_set,
        suite_system=view.suite_system,
        suite_metric=view.suite_metric,
    )
    everything, rest = to_params(view), to_params(bare)
    return urlencode({name: text for name, text in everything.items() if name not in rest})


def view_at(visit: str, data: str, config: BleuConfig) -> View:
    """Return the view of a comparison at a place that `visit_of` returned."""
    view, _ = parse(dict(parse_qsl(visit)))
    return replace(view, data=data, config=config, phrases=Phrases(), bench=Bench())


def _by_names(filters: Filters, find: Callable[[], EvalSet | None]) -> Filters:
    """Return the parts by name; old links have their labels."""
    document, part = filters.document or "", filters.slice or ""
    if NOTHING not in document + part:
        return filters
    data = find()
    return replace(
        filters,
        document=name_of(data, DOCUMENT, document),
        slice=name_of(data, filters.slice_by, part),
    )


def _modern(params: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters under their present names: sentence BLEU ranges once were `a`, `b`."""
    former = {name: f"s{name}" for name in ("a", "b") if is_range(params.get(name, ""))}
    return {former.get(name, name): text for name, text in params.items()}
