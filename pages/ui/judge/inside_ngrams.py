"""Draw the n-grams on which BLEU and annotators disagree, and their places."""

from __future__ import annotations

import numpy as np
import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import cut
from bleu_core.explain.context import in_context
from bleu_core.people.against.people import People
from bleu_core.people.inside.counts import Inside
from bleu_core.people.inside.ngrams import LISTS, PartedNgrams, Place, find_places, place_in_context
from bleu_core.present.account import inside as told
from pages.ui.judge import inside_job, inside_segment
from pages.ui.judge.inside_job import Choice
from pages.ui.query_fields import LONGEST_TEXT
from pages.ui.widgets.account_table import heading
from pages.ui.widgets.cells import cell
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

ROWS, LINES = 10, 5
# Characters of a system's name, and of a text around the n-gram.
NAME, START = 32, 120
TITLES = {"false alarms": "Most false alarms", "not seen": "Most not seen"}
WHERE = {
    "false alarms": "where BLEU does not credit it and nobody marked it",
    "not seen": "where BLEU credits it, in an error that people marked",
}
TERMS = {"false alarms": "false-alarms", "not seen": "not-seen"}


def show(counts: Inside, people: People, choice: Choice) -> None:
    """Draw the list by pages, the open n-gram with its places, and the open place."""
    which, order, text = _choose(len(counts.orders))
    result = inside_job.ngrams(counts, people, choice, which, order)
    try:
        rows = result.containing(text)
    except ValueError as error:
        notice("error", "The search cannot be done.", reasons(error), key="inside-search-error")
        rows = result.containing("")
    ngram = _list(result, rows, which, f"{which}-{order}-{hash((choice, text))}")
    if ngram:
        place = _concordance(counts, which, ngram, str(hash((choice, which, ngram))))
        if place is not None:
            inside_segment.show(counts, people, place)


def _choose(orders: int) -> tuple[str, int, str]:
    """The list, the order, and the text that its n-grams must contain."""
    with st.container(horizontal=True, vertical_alignment="center", key="inside-lists"):
        which = st.segmented_control(
            "List",
            list(LISTS),
            default=next(iter(LISTS)),
            format_func=TITLES.__getitem__,
            required=True,
            key="inside-list",
            label_visibility="collapsed",
        )
        order = st.selectbox(
            "Order",
            range(1, orders + 1),
            format_func=told.order_name,
            key="inside-order",
            width=120,
            label_visibility="collapsed",
        )
        text = st.text_input(
            "Search n-grams",
            placeholder="Search; /…/: regular expression",
            max_chars=LONGEST_TEXT,
            key="inside-text",
            label_visibility="collapsed",
        )
    return which, order, text or ""


def _list(found: PartedNgrams, rows: np.ndarray, which: str, key: str) -> str:
    """Draw a page of n-grams; return the open one, by default the first."""
    page = paging(len(rows), key=f"inside-page-{key}", rows=ROWS)
    drawn = told.ngrams_table(found, rows[page])
    ids = [row[0].opens for row in drawn.rows]
    state_key = f"inside-ngram-{key}-{page.start}"
    opened: str = st.session_state.get(state_key) or next(iter(ids), "")
    table(
        [heading(column, narrow=True) for column in drawn.columns],
        [[cell(span) for span in row] for row in drawn.rows],
        ids=ids,
        selected=opened,
        shows="inside-places",
        key="inside-ngrams",
        label=TITLES[which],
        on_open=lambda: _keep(state_key, "inside-ngrams"),
        empty="No n-gram is here.",
    )
    st.caption(f"{counted(len(rows), 'n-gram')}.", help=help_of(TERMS[which]))
    return opened


def _concordance(counts: Inside, which: str, ngram: str, key: str) -> Place | None:
    """Draw the places of an n-gram by pages; return the open one."""
    places = find_places(counts, which, ngram)
    if not places:
        return None
    with st.container(key="inside-places"):
        notice(
            "info",
            f"‹{visible(ngram)}›",
            [f"{counted(len(places), 'output has', 'outputs have')} it {WHERE[which]}."],
            key="inside-the-ngram",
        )
        page = paging(len(places), key=f"inside-places-{key}", rows=LINES)
        state_key = f"inside-place-{key}-{page.start}"
        opened = int(st.session_state.get(state_key) or page.start)
        table(
            [
                {"label": "#", "align": "right", "tone": "muted", "narrow": True,
                 "help": "Line number."},
                {"label": "in context"},
            ],
            [_row(counts, place, ngram) for place in places[page]],
            ids=range(page.start, page.start + len(places[page])),
            selected=opened,
            shows="inside-segment",
            key="inside-concordance",
            label="Outputs with the n-gram",
            on_open=lambda: _keep(state_key, "inside-concordance"),
        )  # fmt: skip
    return places[opened] if opened < len(places) else None


def _row(counts: Inside, place: Place, ngram: str) -> list[Cell]:
    evalset, config = counts.occurrences.evalset, counts.occurrences.config
    here = place_in_context(counts, place, ngram)
    name = cut(visible(place.system), NAME)
    lines = [{"tag": name, "tone": "", "t": here.before, "hit": here.ngram, "after": here.after}]
    for number, column in enumerate(evalset.references, 1):
        text = column[place.segment].as_py()
        if text is not None:
            result = in_context(text, ngram, config)
            line = {"tag": f"r{whole(number)}", "tone": "muted"}
            lines.append(
                line | {"t": cut(text, START)}
                if result is None
                else line | {"t": result.before, "hit": result.ngram, "after": result.after}
            )
    return [whole(place.segment + 1), {"lines": lines}]


def _keep(state_key: str, drawn: str) -> None:
    opened = st.session_state[drawn]["open"]
    if opened is not None:
        st.session_state[state_key] = opened
