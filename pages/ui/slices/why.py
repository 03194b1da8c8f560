"""Explain a difference: two signatures, and the steps between them on this test set."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import format_int
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.present import figures
from bleu_core.present.account.steps import ORDER, about_texts, alike_table, setting_steps_table
from bleu_core.teaching.why import (
    EXAMPLES,
    DetokenizedEstimate,
    Explanation,
    Recipe,
    ScoreSteps,
    UnreadableRecipe,
    estimate_detokenized,
    explain,
    read_recipe,
    score_steps,
)
from pages.ui import results, segment_filter, state
from pages.ui.cache import result
from pages.ui.query import LONGEST_TEXT
from pages.ui.widgets import progress_bars, table
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import follow_value
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import glossary_help


def draw_explanation() -> None:
    """Draw the two fields, the differences in sentences, and the steps on the open comparison."""
    comparison = segment_filter.comparison_or_part()
    st.caption(
        "Compare the settings behind two scores, and change one field after the other on this test "
        "set.",
        help=glossary_help("other-tool"),
    )
    signature = comparison.score_a.signature
    _fields(signature)
    view = state.current()
    if not view.why_second:
        draw_alert(
            "info",
            "Enter a second signature.",
            [
                "Paste the signature of the other score (sacreBLEU of any version, or BLEUscope), "
                "the whole printed line, or JSON.",
                "If there is none, choose the tool.",
            ],
            key="why-empty",
        )
        return
    recipes = _read_both(view.why_first or signature, view.why_second)
    if recipes is None:
        return
    explanation = explain(*recipes)
    sentences = [row.sentence for row in explanation.differences]
    draw_alert("info", explanation.headline, sentences, key="why-differences")
    _steps(comparison, explanation, (view.why_first, view.why_second))
    if explanation.remarks:
        title = "Assumptions"
        draw_alert("info", title, explanation.remarks, key="why-remarks")
    draw_alert("info", "Not in the signatures", explanation.unsaid, key="why-unsaid")
    if explanation.alike:
        with st.expander("Identical settings"):
            table.draw_account_table(alike_table(explanation), key="why-alike")


def _fields(signature: str) -> None:
    second = state.current().why_second
    shown = state.current().why_first or signature
    st.text_input(
        "First signature",
        shown,
        max_chars=LONGEST_TEXT,
        help=glossary_help("signature", "Default: that of this comparison."),
        **follow_value(
            "why-first",
            shown,
            lambda text: state.change(why_first="" if text.strip() == signature else text.strip()),
        ),
    )
    st.text_input(
        "Second signature or printed line",
        second,
        max_chars=LONGEST_TEXT,
        placeholder="nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0",
        help=glossary_help("signature"),
        **follow_value("why-second", second, lambda text: state.change(why_second=text.strip())),
    )
    chosen = second if second in EXAMPLES else None
    st.pills(
        "Or choose a tool",
        EXAMPLES,
        default=chosen,
        **follow_value("why-tool", chosen, lambda tool: state.change(why_second=tool or "")),
    )


def _read_both(first: str, second: str) -> tuple[Recipe, Recipe] | None:
    """Return both recipes, or draw why they cannot be read."""
    recipes, problems = [], []
    for name, text in (("First", first), ("Second", second)):
        try:
            recipes.append(read_recipe(text))
        except UnreadableRecipe as error:
            problems += [f"{name}: {problem}" for problem in error.problems]
    if problems:
        draw_alert("error", "A signature cannot be read.", problems, key="why-unreadable")
        return None
    return recipes[0], recipes[1]


def _steps(comparison: Comparison, explanation: Explanation, texts: tuple[str, str]) -> None:
    """Draw the steps, or why they cannot be computed."""
    found = _count.ready(comparison, texts, explanation)
    if found is None:
        with progress_bars.progress_bar(
            f"Scoring {format_int(len(comparison))} segments under each setting",
            segments=len(comparison),
            on_stop=lambda: state.change(why_second=""),
        ) as counting:
            found = _count(comparison, texts, explanation, counting)
    if isinstance(found, list):
        draw_alert("warning", "The steps cannot be computed here.", found, key="why-no-steps")
        return
    steps, estimate = found
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=420):
            st.subheader("On this test set", anchor=False, help=glossary_help("other-tool", ORDER))
            table.draw_account_table(setting_steps_table(steps), key="why-steps", narrow=True)
        if len(steps.stages) > 1:
            with st.container(width="stretch"):
                plot = figures.way_steps(steps)
                figure(plot, "Score steps", "other-tool", "way", lambda: _frame(steps))
    st.caption(ORDER)
    sentences = [*steps.remarks, *about_texts(explanation, steps, estimate)]
    if sentences:
        draw_alert(
            "warning" if estimate else "info", "Notes on these texts", sentences, key="why-texts"
        )


@result(size=lambda _: 1_000)
def _count(
    comparison: Comparison,
    texts: tuple[str, str],
    _explanation: Explanation,
    progress: Progress | None = None,
) -> tuple[ScoreSteps, DetokenizedEstimate | None] | list[str]:
    """Return the steps and the estimate, or sentences on why they cannot be computed."""
    both, evalset = (_explanation.first, _explanation.second), comparison.evalset
    systems = list(dict.fromkeys((comparison.a, comparison.b)))
    try:
        found = score_steps(*both, evalset, systems, comparison, sub_progress(progress, 0, 0.5))
        findings = results.input_findings(evalset, comparison.config)
        rest = sub_progress(progress, 0.5, 1)
        return found, estimate_detokenized(*both, evalset, systems, findings, rest)
    except ValueError as error:
        return error_sentences(error)


def _frame(steps: ScoreSteps) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"after": stage.field or "first score"}
            | {f"BLEU {name}": score for name, score in zip("AB", stage.scores, strict=False)}
            for stage in steps.stages
        ]
    )
