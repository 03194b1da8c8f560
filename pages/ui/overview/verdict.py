"""The verdict: drawn at once without the tests, and completed after the rest of the page.

With the families of n-grams, the tests, the slice finder and the report that belong to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import streamlit as st

from bleu_core.common.formatting import format_int, format_p_below, format_percent
from bleu_core.explain.comparison import Comparison
from bleu_core.present.account import ComparisonAccount
from bleu_core.present.account.references import (
    SHARES,
    TITLE,
    about_reference_points,
    about_reference_shares,
    comparison_points_table,
    reference_shares_table,
)
from bleu_core.present.account.tables import families_table, stability_sentence, tests_table
from bleu_core.present.account.verdict import why_untested
from bleu_core.present.comparison_report import gather
from bleu_core.present.report import MOST_FOR_NGRAMS, STATIC, file_name, render
from bleu_core.present.viewer.contents import MOST_IN_PAGE
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, TRIALS, Significance, run_tests
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.other_settings import OtherSetting
from bleu_core.systems.grades import p_among_all
from bleu_core.systems.reference_counts import most_segments
from pages.ui import metric_results, results, segment_filter, slice_saving, state
from pages.ui.judgements import saved_annotations
from pages.ui.overview import charts, other_metrics
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import Cell, draw_account_table, draw_table


def are_families_quick(comparison: Comparison) -> bool:
    """Whether the families are counted without a request."""
    return comparison.ledger.defined and len(comparison) <= results.QUICK_FAMILIES


def known_other_settings(comparison: Comparison) -> Sequence[OtherSetting] | None:
    """Δ under other settings, which the grade needs, once it is computed.

    None where the grade also needs p among more than two systems, which only Systems computes.
    """
    if len(comparison.evalset.systems) > 2:
        return None
    return results.other_settings.ready(comparison) if are_families_quick(comparison) else ()


def draw_families(account: ComparisonAccount) -> None:
    """Draw the table once it is known; on large test sets, a button that computes it."""
    comparison, found = account.comparison, account.causes
    if not comparison.ledger.defined:
        return
    if found is None and are_families_quick(comparison):
        return
    st.subheader("N-gram families", help=glossary_help("family"), anchor=False)
    if found is None:
        if st.button(f"Count n-grams in {format_int(len(comparison))} segments"):
            with st.spinner("Counting n-grams"):
                results.ngram_families(comparison)
            run_again()
        return
    if not found.rows:
        spread = "No n-gram family stands out: the changes are spread over all n-grams."
        st.caption("Not tested on these segments." if comparison.evalset.untested else spread)
        return
    opened = draw_account_table(families_table(found, is_narrow=True), key="families", narrow=True)
    if opened:
        open_ngrams(opened.removeprefix("ngrams:"))


def open_ngrams(search: str) -> None:
    """Open the N-grams screen at the family of a token, "…" in quotation marks, or with a search.

    The list of families has the points of the whole family, which a search for its n-grams lacks.
    """
    token = search[1:-1] if search[:1] == search[-1:] == '"' else ""
    text = "" if token else search
    before = state.current().phrases
    phrases = replace(before, kind="matched", text=text, ngram=token, sort="", flat=False)
    state.open_screen("ngrams.py", phrases=phrases)


# With more segments, the tests need a progress bar.
SLOW = 5_000


def draw_verdict(place: Any, account: ComparisonAccount) -> None:
    """Draw the verdict, with p, interval and families of n-grams if these are known."""
    found = account.verdict
    with place.container():
        opened = draw_rich_text(found.told, key="verdict")
        if found.waiting and account.significance is not None:
            with st.expander(
                "Largest contributions (the difference may be due to chance)", key="waiting"
            ):
                opened = draw_rich_text(found.waiting, key="verdict-parts") or opened
    if opened:
        _open(account.comparison, opened)


def complete_verdict(account: ComparisonAccount) -> None:
    """Compute what the page was drawn without: p and interval, then the families of n-grams.

    The page is drawn again after each, also where another window computed it meanwhile.
    """
    comparison = account.comparison
    if account.significance is None and not why_untested(comparison.evalset):
        if results.significance.ready(comparison) is None:
            _test(comparison)
        run_again()
    if account.causes is None and are_families_quick(comparison):
        results.ngram_families(comparison)
        results.other_settings(comparison)
        run_again()


def _test(comparison: Comparison) -> None:
    """Compute p and interval, with a progress bar where that takes time."""
    bar = st.progress(0.0) if len(comparison) > SLOW else None
    what = f"{format_int(TRIALS)} randomization trials and {format_int(SAMPLES)} bootstrap samples"

    def show(part: float) -> None:
        if bar is not None:
            bar.progress(part, text=f"{what}: {format_percent(part)}")

    # Computed by each session for itself: one that waited for another could not be interrupted.
    found = results.significance.make(comparison, show)
    results.significance.put(found, comparison)


def _open(comparison: Comparison, what: str) -> None:
    """Open the evidence of a link in the verdict: see `bleu_core.present.document.Span`."""
    kind, _, which = what.partition(":")
    if kind == "component":
        charts.open_component(comparison, which)
    elif kind == "ngrams":
        open_ngrams(which)
    elif kind == "slice":
        charts.open_segments(comparison, which)
    elif kind == "segments":
        charts.open_segments(comparison)


# All figures are from tests/benchmarks/calibration.txt.
MEASURED = (
    f"False-positive rate of each test at {format_p_below(0.05)}, measured on TED talks with "
    "outputs exchanged at random (300 repetitions, ±2.5%; 23 segments per document)."
)
RATES: list[list[Cell]] = [
    ["250 segments", "4.7%", "6.0%", "6.0%", "10.0%", "6.3%"],
    ["30 segments", "7.0%", "8.3%", "9.7%", "18.0%", "6.0%"],
    ["20 documents, by segment", "9.3%", "9.0%", "8.7%", "", ""],
    ["20 documents, by document", "7.0%", "7.0%", "6.7%", "", ""],
]
COVERED = (
    "Coverage of the 95% CI with 10, 20 and 50 documents: by document 95.3%, 94.7%, 94.0%; "
    "by segment 93.3%, 93.7%, 93.7%."
)


def draw_tests(account: ComparisonAccount) -> None:
    """Draw the tests side by side, with their measured error rates."""
    if account.significance is None:
        st.caption(why_untested(account.comparison.evalset) or "Testing …")
        return
    st.caption(account.significance.about_unit)
    draw_account_table(tests_table(account.tests), key="tests-table")
    if account.significance.about_power:
        st.caption(account.significance.about_power, help=glossary_help("power"))
    if stability := stability_sentence(account.comparison, account.significance):
        opened = draw_rich_text(stability, key="stability", small=True)
        if opened:
            _open(account.comparison, opened)
    st.caption(MEASURED)
    draw_table(
        [
            {"label": "Test set"},
            {"label": "randomization", "align": "right", "term": "approximate-randomization"},
            {"label": "bootstrap p", "align": "right", "term": "bootstrap"},
            {"label": "95% CI", "align": "right", "term": "confidence-interval"},
            {"label": "sacreBLEU's", "align": "right", "term": "sacrebleu-bootstrap"},
            {"label": "paired t", "align": "right", "term": "paired-t"},
        ],
        RATES,
        key="calibration-table",
        label="False-positive rate of each test",
    )
    st.caption(COVERED)


def draw_reference_points(comparison: Comparison) -> None:
    """Draw how references score as outputs, beside A and B, and what each contributes."""
    most = most_segments(len(comparison.evalset.references), 2)
    if len(comparison) > most:
        st.caption(f"Not computed for more than {format_int(most)} segments.")
        return
    found = results.references(comparison)
    if found is None:
        st.caption("No segment has all references.")
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(f"**{TITLE}**")
        draw_account_table(
            comparison_points_table(comparison, found.points), key="reference-points"
        )
        st.caption(about_reference_points(found.points))
    with right:
        st.markdown(f"**{SHARES}**")
        draw_account_table(reference_shares_table(found.shares), key="reference-shares")
        st.caption(about_reference_shares(found.shares))


# Seconds between looks at the task.
TICK = 1.0


def watch_slice_finder(comparison: Comparison) -> None:
    """Search for slices once the rest is computed; the page is drawn again with them."""
    how = results.current_search()
    if not 2 * MIN_SEGMENTS <= len(comparison) <= results.QUICK_SEARCH:
        return
    if comparison.evalset.untested:
        return
    if results.slice_findings.ready(comparison, how) is not None:
        return
    task = results.finder_task.ready(comparison, how)
    if task is None and not other_metrics.is_counting(comparison):
        task = results.search_slices(comparison, how)
    if task is not None and task.running:
        st.fragment(partial(_look, how), run_every=TICK)()


def _look(how: results.SliceSearch) -> None:
    task = results.finder_task.ready(segment_filter.comparison_or_part(), how)
    if task is None or not task.running:
        run_again()


# Suffix: label of the button, purpose of the file, MIME type.
FORMATS = {
    ".html": (
        "Interactive page",
        "Segments, n-grams and slices in one file that needs no server.",
        "text/html",
    ),
    STATIC: ("Static HTML", "For archives: one file without scripts.", "text/html"),
    ".md": ("Markdown", "For a pull request.", "text/markdown"),
    ".tex": ("LaTeX", "For a paper; uses booktabs.", "application/x-tex"),
    ".csv": ("CSV", "All statistics and columns of all segments.", "text/csv"),
    ".xlsx": (
        "XLSX",
        "All segments and the other tables as a workbook.",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}
# A workbook of more segments takes minutes, and a sheet has a million rows at most.
MOST_IN_XLSX = 100_000


def draw_report_menu(comparison: Comparison) -> None:
    """Draw a button for each format; a click on it writes the file."""
    panel = st.popover("Report", icon=":material/download:", key="report", on_change="rerun")
    if not panel.open:
        return
    said, thresholds = saved_annotations.own_annotations(comparison), state.current().thresholds
    tested, slices = results.significance.ready(comparison), slice_saving.saved_slices()
    with panel:
        for suffix, (label, purpose, mime) in FORMATS.items():
            if not _can_hold(suffix, comparison):
                continue
            draw_download(
                label,
                partial(make_report, comparison, tested, said, thresholds, suffix, slices),
                file_name(comparison, suffix),
                mime,
                key=f"report{suffix}",
                help=purpose,
                width="stretch",
            )


def _can_hold(suffix: str, comparison: Comparison) -> bool:
    """Whether a format can be written here for so many segments."""
    if suffix == ".xlsx":
        return bool(find_spec("openpyxl")) and len(comparison) <= MOST_IN_XLSX
    return suffix != ".html" or len(comparison) <= MOST_IN_PAGE


def make_report(
    comparison: Comparison,
    found: Significance | None,
    said: Annotations,
    thresholds: Thresholds,
    suffix: str,
    slices: Sequence[SavedSlice] = (),
) -> bytes:
    """A report of a comparison as a file of a format; with tests if it shows any."""
    # Runs outside of the script, where no progress can be shown.
    findings = results.input_findings(comparison.evalset, comparison.config)
    collect = partial(
        gather, comparison, annotations=said, findings=findings, thresholds=thresholds
    )
    others = [
        MetricSignificance(one)
        for one in metric_results.ready_opinions(comparison)
        if one.about.key != "bleu"
    ]
    if suffix == ".csv":
        return render(collect(opinions=others), suffix)
    few = len(comparison) <= MOST_FOR_NGRAMS
    content = collect(
        significance=found or run_tests(comparison),
        evidence=results.ngram_evidence(comparison) if few else None,
        opinions=others if suffix == ".xlsx" else metric_results.tested_opinions(comparison),
        saved_slices=slices,
        p_holm=p_among_all(comparison),
    )
    return render(content, suffix)
