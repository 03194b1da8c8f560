"""The dialog of the settings: the signature that they define, and Δ under other settings."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_duration, format_int
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.setting_steps import printed_score_note, setting_steps
from bleu_core.metrics.signature import sacrebleu_command, signature
from bleu_core.metrics.signature_reading import TOOLS, ScoreSettings, read_settings
from bleu_core.present.document import text
from bleu_core.present.tables.other_metrics import agreement, robustness_table
from bleu_core.present.tables.steps import setting_steps_table
from bleu_core.segments.detectors import Thresholds
from bleu_core.significance.robustness import expected_seconds, robustness_grid, robustness_settings
from bleu_core.significance.robustness_results import RobustnessCell, summarize_robustness
from bleu_core.text import config as bleu_config
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, open_comparison, segment_filter, state
from pages.ui.cache import result
from pages.ui.store import SAMPLE_IS, is_sample
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, follow_value, run_again
from pages.ui.widgets.progress_bars import draw_result, progress_bar
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_document_table

RECOMPUTES = (
    "These settings define it. Changing a setting recomputes only the results that depend on it."
)
_OPEN = "settings"
# Characters of a data set's path.
LONGEST_PATH = 300


def open_settings() -> None:
    st.session_state[_OPEN] = True


def are_settings_open() -> bool:
    return bool(st.session_state.get(_OPEN))


def draw_settings(data: EvalSet, comparison: Comparison | None) -> None:
    """Draw the dialog if it is open; `comparison` is None where these settings cannot be used."""
    if are_settings_open():
        _settings_dialog(data, comparison, state.current().config)


@st.dialog("Settings", width="large", on_dismiss=lambda: st.session_state.pop(_OPEN, None))
def _settings_dialog(data: EvalSet, comparison: Comparison | None, config: BleuConfig) -> None:
    """Draw the signature and the controls; a change takes effect at once on the screen below."""
    if state.current().config != config:
        run_again()
    if written := signature_or_nothing(config, data):
        st.markdown("**Signature**", help=glossary_help("signature", RECOMPUTES))
        st.code(written, language=None, wrap_lines=True)
    st.caption(describe_data(data))
    _draw_controls(config)
    _draw_thresholds()
    if comparison:
        _draw_difference(comparison)
        draw_robustness(comparison)
    files = [f"reference-{i}" for i in range(1, len(data.references) + 1)]
    pair = open_comparison.pair_names(state.current(), data)
    if command := sacrebleu_command(config, files, pair):
        with st.expander("sacreBLEU command for the same scores"):
            st.code(command, language=None, wrap_lines=True)


# Of a threshold: label, meaning and step.
THRESHOLDS = {
    "copy_run": (
        "Copied words in a row",
        "An output with this many consecutive source words is a copy.",
        1,
    ),
    "repeat": (
        "Extra repetitions",
        "An output is repetitive if a repetition occurs this many times more than any in the "
        "source or a reference.",
        1,
    ),
    "short": (
        "Cut off below",
        "An output without its final punctuation is cut off if its length in characters is below "
        "this multiple of the usual length and of the shortest reference.",
        0.05,
    ),
    "long": (
        "Runaway above",
        "An output runs away if its length in characters exceeds this multiple of the usual length "
        "and of the longest reference.",
        0.1,
    ),
}


def _draw_thresholds() -> None:
    """Draw the thresholds of the detectors of degenerate output, folded."""
    panel = st.expander("Degenerate output", key="thresholds", on_change="rerun")
    if not panel.open:
        return
    thresholds = state.current().thresholds
    with panel:
        st.caption("Thresholds of the detectors", help=glossary_help("degenerate"))
        for name, (label, about, step) in THRESHOLDS.items():
            low, high = (type(step)(limit) for limit in Thresholds.limits(name))
            value = getattr(thresholds, name)
            st.number_input(
                label,
                low,
                high,
                value,
                step=step,
                format="%d" if isinstance(step, int) else "%.2f",
                **follow_value(f"limit-{name}", value, partial(_change_threshold, name)),
                help=about,
            )
        if thresholds != Thresholds():
            st.button(
                "Reset thresholds",
                on_click=state.change,
                kwargs={"thresholds": Thresholds()},
                key="limits-usual",
            )


def _change_threshold(name: str, value: float) -> None:
    state.change(thresholds=replace(state.current().thresholds, **{name: value}))


def _draw_difference(comparison: Comparison) -> None:
    """Draw the field for the other score, and BLEU after each changed setting."""
    other = st.selectbox(
        "Explain a difference",
        TOOLS,
        index=None,
        placeholder="Paste the other signature, or choose a tool",
        accept_new_options=True,
        key="other-score",
        help=glossary_help("other-tool"),
    )
    if not other:
        return
    own = ScoreSettings(comparison.config)
    systems = list(dict.fromkeys((comparison.a, comparison.b)))
    try:
        settings = read_settings(other)
        with progress_bar("Scoring", segments=len(comparison)) as progress:
            steps = setting_steps(own, settings, comparison.evalset, systems, progress)
    except InputError as error:
        title = "The scores cannot be compared."
        draw_alert("error", title, error.problems, key="no-setting-steps")
        return
    draw_document_table(setting_steps_table(steps), key="setting-steps")
    st.caption("Another order of changes gives other scores in between.")
    if note := printed_score_note(settings, steps[-1]):
        st.caption(note)


def signature_or_nothing(config: BleuConfig, data: EvalSet) -> str:
    """Return the signature; "" where the tokenizer is not installed."""
    try:
        return signature(config, data.num_refs)
    except TokenizerUnavailable:
        return ""


def describe_data(data: EvalSet) -> str:
    """Return the size of a test set, and where it is from unless it is an ordinary one."""
    sizes = [
        format_count(len(data), "segment"),
        format_count(len(data.systems), "system"),
        format_count(len(data.references), "reference"),
    ]
    if data.origin:
        (_, where), *_ = data.origin.facts
        sizes.append(f"data set {one_line(where, LONGEST_PATH)}")
    elif is_sample(data):
        sizes.append(SAMPLE_IS)
    return " · ".join(sizes)


def _draw_controls(config: BleuConfig) -> None:
    tokenizer, smoothing = config.tokenize, config.smooth_method
    tokenizers = {
        name: bleu_config.tokenizer_meaning(name) for name in bleu_config.tokenizer_names()
    }
    _choice("Tokenizer", "tokenize", tokenizers, tokenizers, tokenizer, "token")
    if problems := list(bleu_config.plugin_tokenizers().problems.values()):
        draw_alert("warning", "Not available:", problems, key="failed-tokenizers")
    st.toggle(
        "Ignore case",
        config.lowercase,
        **follow_value("set-lowercase", config.lowercase, partial(change_setting, "lowercase")),
        help=glossary_help("case"),
    )
    texts = bleu_config.SMOOTHING_MEANINGS
    _choice("Smoothing", "smooth_method", bleu_config.SMOOTHING, texts, smoothing, "smoothing")
    if bleu_config.SMOOTHING[smoothing] is not None:
        st.number_input(
            "Smoothing value",
            min_value=min(0.001, config.smoothing),
            step=0.1,
            format="%g",
            value=config.smoothing,
            **follow_value("set-value", config.smoothing, partial(change_setting, "smooth_value")),
            help=glossary_help(smoothing),
        )
    st.slider(
        "Maximum n-gram order",
        1,
        bleu_config.MAX_ORDER,
        config.max_ngram_order,
        **follow_value(
            "set-order", config.max_ngram_order, partial(change_setting, "max_ngram_order")
        ),
        help=glossary_help("n-gram"),
    )
    rules, length = bleu_config.LENGTH_RULE_MEANINGS, config.reference_length
    _choice("Reference length", "reference_length", bleu_config.LENGTH_RULES, rules, length, "r")
    if config != BleuConfig():
        st.button("Reset to defaults", on_click=state.change, kwargs={"config": BleuConfig()})


def _choice(
    label: str, name: str, allowed: Iterable[str], texts: dict[str, str], value: str, term: str
) -> None:
    options = list(allowed)
    st.selectbox(
        label,
        **follow_choice(f"set-{name}", options, value, partial(change_setting, name)),
        format_func=lambda name: f"{name}: {texts[name]}",
        help=glossary_help(term),
    )


def change_setting(name: str, chosen: Any) -> None:
    changes: dict[str, Any] = {name: chosen}
    if name == "smooth_method":
        changes["smooth_value"] = None
    if name == "max_ngram_order":
        changes["weights"] = None
    state.change(config=replace(state.current().config, **changes))


@result(size=lambda cells: 1_000 * len(cells))
def robustness(comparison: Comparison, progress: Progress | None = None) -> list[RobustnessCell]:
    """Compute Δ under other settings, and the tests of metrics that are quick or there."""
    keys = [
        key
        for key in metric_results.metric_keys(comparison)
        if metric_results.ready_metric(comparison, key) or metric_results.is_quick(comparison, key)
    ]
    settings = len(robustness_settings(comparison))
    total = settings + len(keys)
    cells = list(robustness_grid(comparison, progress=sub_progress(progress, 0, settings / total)))
    for number, key in enumerate(keys, settings):
        part = sub_progress(progress, number / total, (number + 1) / total)
        # The Overview reports it; imported scores may have been removed meanwhile.
        with suppress(InputError, TokenizerUnavailable, KeyError):
            metric_results.metric_with_tests(comparison, key, part)
    return cells


def draw_robustness(comparison: Comparison) -> None:
    """Draw progress, then sentences and the table, of the filtered part if the view asks for it."""
    comparison = segment_filter.part_of(comparison) or comparison
    panel = st.expander("Robustness", key="robustness", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(
            "Δ under other tokenizers, case, smoothing and references, and by other metrics: does "
            "the verdict depend on a setting, or on BLEU?",
            help=glossary_help("robustness"),
        )
        if reason := comparison.evalset.no_test_reason:
            draw_alert("info", "Nothing to test", [reason], key="untested")
            return
        settings = f"{format_int(len(robustness_settings(comparison)))} settings"
        time = format_duration(expected_seconds(comparison))
        draw_result(
            robustness,
            (comparison,),
            partial(_draw_cells, comparison),
            what=settings,
            start=f"Compute {settings} (about {time})",
            key="robustness",
        )


def _draw_cells(comparison: Comparison, cells: list[RobustnessCell]) -> None:
    # Current scores: imported ones may have been replaced since.
    bleu = metric_results.metric_with_tests.ready(comparison, "bleu")
    others = metric_results.tested_metrics(comparison)
    sentences = summarize_robustness(cells)
    if bleu and others:
        sentences.append(text(agreement([bleu, *others])))
    draw_alert("info", "Effect of the settings", sentences, key="holds")
    draw_document_table(robustness_table(cells, others), key="holds-table")
