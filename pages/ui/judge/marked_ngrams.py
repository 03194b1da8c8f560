"""N-grams where BLEU and annotators disagree: counted in the background, and drawn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, truncate
from bleu_core.common.progress import Progress
from bleu_core.explain.concordance import in_context
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.ngram_occurrences import Occurrences, find_occurrences
from bleu_core.people.ngram_vs_marks import (
    COUNTED_SEVERITIES,
    LISTS,
    AnnotatedSegment,
    DiscordantNgrams,
    NgramPlace,
    NgramVsMarks,
    annotated_segment,
    count_ngrams_vs_marks,
    find_places,
    list_ngrams,
    place_in_context,
)
from bleu_core.present.account import error_marks as mark_texts
from bleu_core.systems import ScoredSystems
from pages.ui import open_comparison, state, store
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.query import LONGEST_TEXT
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.components import component
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, account_cell, account_column, draw_paging, draw_table

# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class NgramMarksTask(BackgroundTask):
    """A background count for `ngram_occurrences`; `problem` says why there is none."""

    def __init__(self, systems: ScoredSystems, people: HumanScores) -> None:
        self.problem = ""
        super().__init__(partial(self._find, systems, people))

    @property
    def over(self) -> bool:
        """Whether it ended without a result and must not restart automatically."""
        return self.stopped or self.failed or bool(self.problem)

    def _find(self, systems: ScoredSystems, people: HumanScores, progress: Progress) -> None:
        try:
            ngram_occurrences(systems, people, progress)
        except ValueError as error:
            self.problem = error_sentences(error)[0]


@result()
def ngram_occurrences(
    systems: ScoredSystems, people: HumanScores, progress: Progress | None = None
) -> Occurrences:
    """The n-gram occurrences in rated outputs."""
    return find_occurrences(systems.evalset, systems.config, people.ratings, progress)


ngram_marks_task = result()(NgramMarksTask)


def start_ngram_marks(systems: ScoredSystems, people: HumanScores) -> None:
    """Start counting, unless a task does: the former was stopped, or its result is gone."""
    former = ngram_marks_task.ready(systems, people)
    if not is_running(former):
        ngram_marks_task.renew(former, systems, people).wait(UNSEEN)


@dataclass(frozen=True)
class MarkSelection:
    """Which marks and systems count: None for all systems, '' for all categories."""

    severities: tuple[str, ...]
    systems: tuple[str, ...] | None = None
    category: str = ""


def ngram_marks_counts(
    systems: ScoredSystems,
    people: HumanScores,
    choice: MarkSelection = MarkSelection(COUNTED_SEVERITIES),
) -> NgramVsMarks | None:
    """The classes of the occurrences for some marks and systems, if counted."""
    occurrences = ngram_occurrences.ready(systems, people)
    return None if occurrences is None else _inside(systems, people, choice, occurrences)


@result()
def _inside(
    systems: ScoredSystems, people: HumanScores, choice: MarkSelection, _occurrences: Occurrences
) -> NgramVsMarks:
    categories = [choice.category] if choice.category else None
    return count_ngrams_vs_marks(_occurrences, choice.severities, choice.systems, categories)


@result()
def discordant_ngrams(
    systems: ScoredSystems,
    people: HumanScores,
    choice: MarkSelection,
    which: str,
    order: int,
    _counts: NgramVsMarks,
) -> DiscordantNgrams:
    """N-grams of an order on which BLEU and annotators disagree."""
    return list_ngrams(_counts, which, order)


_mount = component("judge/inside_segment.js", '<div class="seen marked"></div>')


def draw_marked_segment(counts: NgramVsMarks, people: HumanScores, place: NgramPlace) -> None:
    """Draw the output at a place with both layers, and a link to it on Segments."""
    data, config = counts.occurrences.evalset, counts.occurrences.config
    result = annotated_segment(data, config, people.ratings, place.system, place.segment)
    with st.container(key="inside-segment"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(
                "Segment: BLEU vs. annotators", help=glossary_help("credited"), anchor=False
            )
            line = format_int(place.segment + 1)
            if st.button(f"Open line {line} in Segments", key="inside-open"):
                _open_segment(place)
        _mount(data=_segment_payload(result, place), key="inside-seen")
        st.caption(
            "Tint: credited n-grams (deeper is longer). Wave: annotated errors.",
            help="Point at a token or focus it to see category, severity and annotator.",
        )


def _segment_payload(found: AnnotatedSegment, place: NgramPlace) -> dict[str, object]:
    return {
        "of": f"{place.system}\0{place.segment}",
        "system": place.system,
        "name": one_line(place.system),
        "references": found.references,
        "text": found.text,
        "tokens": [asdict(token) for token in found.match.tokens],
        "more": found.match.sys_len - len(found.match.tokens),
        "occurrences": found.match.occurrences,
        "marks": [
            asdict(mark)
            | {"id": f"{i}-{j}", "annotator": rating.annotator, "mine": False,
               "system": place.system}
            for i, rating in enumerate(found.ratings)
            for j, mark in enumerate(rating.marks)
        ],
    }  # fmt: skip


def _open_segment(place: NgramPlace) -> None:
    comparison = open_comparison.current_comparison()
    data, a, b = comparison.evalset, comparison.a, comparison.b
    # If A itself is opened, B becomes A.
    if len(data.systems) > 1:
        open_comparison.choose_pair(data, b if place.system == a else a, place.system)
    state.open_screen("segments.py", segment=place.segment + 1, where="")


NGRAM_ROWS, PLACE_ROWS = 10, 5
# Characters of a system's name, and of a text around the n-gram.
NAME, START = 32, 120
TITLES = {"false alarms": "Most false alarms", "not seen": "Most missed errors"}
WHERE = {
    "false alarms": "BLEU does not credit it and no error is annotated in it",
    "not seen": "BLEU credits it inside an annotated error",
}
TERMS = {"false alarms": "false-alarms", "not seen": "not-seen"}


def draw_marked_ngrams(counts: NgramVsMarks, people: HumanScores, choice: MarkSelection) -> None:
    """Draw the list page by page, the open n-gram with its places, and the open place."""
    which, order, text = _draw_list_choice(len(counts.orders))
    systems = store.systems(counts.occurrences.evalset, counts.occurrences.config)
    result = discordant_ngrams(systems, people, choice, which, order, counts)
    try:
        rows = result.containing(text)
    except ValueError as error:
        why = error_sentences(error)
        draw_alert("error", "Invalid search.", why, key="inside-search-error")
        rows = result.containing("")
    ngram = _draw_ngrams(result, rows, which, f"{which}-{order}-{hash((choice, text))}")
    if ngram:
        place = _draw_concordance(counts, which, ngram, str(hash((choice, which, ngram))))
        if place is not None:
            draw_marked_segment(counts, people, place)


def _draw_list_choice(orders: int) -> tuple[str, int, str]:
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
            format_func=mark_texts.order_name,
            key="inside-order",
            width=120,
            label_visibility="collapsed",
        )
        text = st.text_input(
            "Search n-grams",
            placeholder="Search; /…/ for a regular expression",
            max_chars=LONGEST_TEXT,
            key="inside-text",
            label_visibility="collapsed",
        )
    return which, order, text or ""


def _draw_ngrams(found: DiscordantNgrams, rows: np.ndarray, which: str, key: str) -> str:
    """Draw a page of n-grams; return the open one, by default the first."""
    page = draw_paging(len(rows), key=f"inside-page-{key}", rows=NGRAM_ROWS)
    drawn = mark_texts.ngrams_table(found, rows[page])
    ids = [row[0].opens for row in drawn.rows]
    state_key = f"inside-ngram-{key}-{page.start}"
    opened: str = st.session_state.get(state_key) or next(iter(ids), "")
    draw_table(
        [account_column(column, narrow=True) for column in drawn.columns],
        [[account_cell(span) for span in row] for row in drawn.rows],
        ids=ids,
        selected=opened,
        shows="inside-places",
        key="inside-ngrams",
        label=TITLES[which],
        on_open=lambda: _keep_choice(state_key, "inside-ngrams"),
        empty="No n-grams.",
    )
    st.caption(f"{format_count(len(rows), 'n-gram')}.", help=glossary_help(TERMS[which]))
    return opened


def _draw_concordance(counts: NgramVsMarks, which: str, ngram: str, key: str) -> NgramPlace | None:
    """Draw the places of an n-gram by pages; return the open one."""
    places = find_places(counts, which, ngram)
    if not places:
        return None
    with st.container(key="inside-places"):
        draw_alert(
            "info",
            f"“{one_line(ngram)}”",
            [f"{format_count(len(places), 'output')}: {WHERE[which]}."],
            key="inside-the-ngram",
        )
        page = draw_paging(len(places), key=f"inside-places-{key}", rows=PLACE_ROWS)
        state_key = f"inside-place-{key}-{page.start}"
        opened = int(st.session_state.get(state_key) or page.start)
        draw_table(
            [
                {"label": "#", "align": "right", "tone": "muted", "narrow": True,
                 "help": "Line number."},
                {"label": "context"},
            ],
            [_place_row(counts, place, ngram) for place in places[page]],
            ids=range(page.start, page.start + len(places[page])),
            selected=opened,
            shows="inside-segment",
            key="inside-concordance",
            label="Outputs with the n-gram",
            on_open=lambda: _keep_choice(state_key, "inside-concordance"),
        )  # fmt: skip
    return places[opened] if opened < len(places) else None


def _place_row(counts: NgramVsMarks, place: NgramPlace, ngram: str) -> list[Cell]:
    evalset, config = counts.occurrences.evalset, counts.occurrences.config
    here = place_in_context(counts, place, ngram)
    name = truncate(one_line(place.system), NAME)
    lines = [{"tag": name, "tone": "", "t": here.before, "hit": here.ngram, "after": here.after}]
    for number, column in enumerate(evalset.references, 1):
        text = column[place.segment].as_py()
        if text is not None:
            result = in_context(text, ngram, config)
            line = {"tag": f"r{format_int(number)}", "tone": "muted"}
            lines.append(
                line | {"t": truncate(text, START)}
                if result is None
                else line | {"t": result.before, "hit": result.ngram, "after": result.after}
            )
    return [format_int(place.segment + 1), {"lines": lines}]


def _keep_choice(state_key: str, drawn: str) -> None:
    opened = st.session_state[drawn]["open"]
    if opened is not None:
        st.session_state[state_key] = opened
