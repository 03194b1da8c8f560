"""Draw a segment with both layers: BLEU's credit, and people's error marks."""

from __future__ import annotations

from dataclasses import asdict

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import whole
from bleu_core.people.against.people import People
from bleu_core.people.inside.counts import Inside
from bleu_core.people.inside.ngrams import Place, SeenSegment, see_segment
from pages.ui import open_comparison, pair, state
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.mounting import component

_mount = component("judge/inside_segment.js", '<div class="seen marked"></div>')


def show(counts: Inside, people: People, place: Place) -> None:
    """Draw the output at a place with both layers, and a link to it on Segments."""
    data, config = counts.occurrences.evalset, counts.occurrences.config
    result = see_segment(data, config, people.ratings, place.system, place.segment)
    with st.container(key="inside-segment"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader("A segment, both ways of seeing", help=help_of("credited"), anchor=False)
            if st.button(f"Open line {whole(place.segment + 1)} on Segments", key="inside-open"):
                _open(place)
        _mount(data=_drawn(result, place), key="inside-seen")
        st.caption(
            "Tint: credited n-grams, the deeper the longer. Wave: marked by people; category, "
            "severity and annotator stand where the pointer or the focus is."
        )


def _drawn(found: SeenSegment, place: Place) -> dict[str, object]:
    return {
        "of": f"{place.system}\0{place.segment}",
        "system": place.system,
        "name": visible(place.system),
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


def _open(place: Place) -> None:
    comparison = open_comparison.get()
    data, a, b = comparison.evalset, comparison.a, comparison.b
    # If A itself is opened, B becomes A.
    if len(data.systems) > 1:
        pair.choose(data, b if place.system == a else a, place.system)
    state.change(segment=place.segment + 1, where="")
    state.switch_to("segments.py")
