"""Input warnings: problems of the texts, with their places and a repair that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import format_int
from bleu_core.messages import screen
from bleu_core.readers import input_checks
from bleu_core.readers.input_checks.misalignment import RepairedInput
from bleu_core.segments.worklist import range_expression, text_search
from bleu_core.text.tokenizers import is_installed
from pages.ui import open_comparison, results, state, store, user_workspace
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.table import Cell, draw_table

# Up to so many segments, texts are examined before a number is shown: a third of a second.
QUICK = 20_000
AFFECTED = "Number of lines affected."
SEVERITY = "Warning: the scores do not mean what they seem to."
REPAIR_HELP = "Creates a new comparison. The open comparison does not change."


def draw_findings() -> None:
    data = store.evalset(state.current().data)
    if data is None:
        return
    findings = input_checks.summarize_findings(_findings(data, state.current().config), data)
    serious = [finding for finding in findings if finding.severity == "serious"]
    notes = format_int(len(findings) - len(serious))
    label = f"Input warnings: {format_int(len(serious))}, notes: {notes}"
    with st.expander(label if findings else "Input warnings: none", bool(serious), key="health"):
        opened = draw_table(
            [
                {"label": "Severity", "narrow": True, "help": SEVERITY},
                {"label": "Problem"},
                {"label": "Lines", "align": "right", "narrow": True, "help": AFFECTED},
                {"label": "Examples", "wide": True},
            ],
            [_row(finding) for finding in findings],
            ids=list(range(len(findings))),
            key="findings",
            label="Input warnings and notes",
            empty="The input passed all checks.",
        )
        if opened:
            _open(data, findings[int(opened)])
        _repairs(data, findings, store.before_repair(data.digest))


def _is_examined(comparison: Comparison) -> bool:
    """Whether findings are known, or quickly found."""
    data = comparison.evalset
    return len(data) <= QUICK or results.text_findings.ready(data.whole) is not None


def examine(comparison: Comparison) -> None:
    """Examine large texts, when the numbers and the tests are shown."""
    if _is_examined(comparison):
        return
    _findings(comparison.evalset, comparison.config)
    run_again()  # draws the warning


def draw_warning(comparison: Comparison, *, offers_undo: bool) -> None:
    """Draw what is wrong with the texts, if that is known, in a line with what mends it."""
    data = comparison.evalset
    before = store.before_repair(data.digest) if offers_undo else None
    if not _is_examined(comparison):
        return
    everything = _findings(data, comparison.config)
    findings, others = input_checks.split_by_system(everything, data, (comparison.a, comparison.b))
    told = [one for one in findings if one.severity == "serious" or _better_tokenizer(one)]
    sentences = [finding.sentence for finding in told]
    if elsewhere := sum(finding.severity == "serious" for finding in others):
        sentences.append(screen.findings_of_others(elsewhere))
    if not sentences and before is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="input-warning"):
        if sentences:
            title, *more = sentences
            tone = "warning" if told else "info"
            draw_alert(tone, title, more, key="unhealthy", is_folded=True)
        _repairs(data, told, before)
        if sentences:
            st.page_link("data.py", label="All input warnings")


def _findings(data: EvalSet, config: BleuConfig) -> list[input_checks.Finding]:
    if len(data) < progress_bars.SLOW_SEGMENTS:
        return results.input_findings(data, config)
    with st.spinner(f"Checking {format_int(len(data))} segments"):
        return results.input_findings(data, config)


def _row(finding: input_checks.Finding) -> list[Cell]:
    warning, note = {"t": "●\u00a0warning", "tone": "loss"}, {"t": "○\u00a0note", "tone": "muted"}
    examples = [
        {"tag": format_int(line + 1), "tone": "muted", "t": text}
        for line, text in zip(finding.lines.tolist(), finding.examples, strict=False)
    ]
    severity: Cell = warning if finding.severity == "serious" else note
    return [severity, finding.sentence, format_int(finding.count), {"lines": examples}]


def _open(data: EvalSet, finding: input_checks.Finding) -> None:
    """Open the segments of a finding, or the first of them."""
    systems = systems_of(data, finding, open_comparison.pair_names(state.current(), data))
    state.open_screen(
        "segments.py",
        where=where_of(data, finding, systems),
        segment=int(finding.lines[0]) + 1,
        sort="line",
        **open_comparison.pair_in_link(data, *systems),
    )


def systems_of(
    data: EvalSet, finding: input_checks.Finding, shown: tuple[str, str]
) -> tuple[str, str]:
    """Return A and B if the finding concerns them; else two that it does, or A and the one."""
    if not input_checks.split_by_system([finding], data, shown)[1]:
        return shown
    named = dict(
        zip((one.name for one in input_checks.text_columns(data)), data.systems, strict=False)
    )
    of, *others = [named[stream] for stream in (finding.stream, *finding.others)]
    return (of, others[0]) if others else (shown[0], of)


def where_of(data: EvalSet, finding: input_checks.Finding, systems: tuple[str, str]) -> str:
    """Return an expression without the lines of a finding, if it concerns these systems."""
    searched = _searched_column(data, finding.stream, systems)
    if finding.pattern and searched:
        return text_search(f"/{finding.pattern}/", searched)
    if finding.places is not None:
        return range_expression("line", finding.lines[0] + 1, finding.lines[-1] + 1)
    return ""


def _searched_column(data: EvalSet, stream: str, systems: tuple[str, str]) -> str:
    """Return the column in which the worklist searches the text of a stream, or ''."""
    streams = input_checks.text_columns(data)
    columns = {one.name: "" if one.role == "system" else one.role for one in streams}
    for one, name in zip(streams, data.systems, strict=False):
        if name in systems:
            columns[one.name] = "ab"[systems.index(name)]
    return columns.get(stream, "")


def _repairs(data: EvalSet, findings: list[input_checks.Finding], before: str | None) -> None:
    """Draw a button for each way to mend findings, and one back to what was `before` a repair."""
    tokenizers = dict.fromkeys(filter(None, map(_better_tokenizer, findings)))
    for name in tokenizers:
        config = replace(state.current().config, tokenize=name)
        use = partial(state.change, config=config)
        st.button(f"Score with {name}", key=f"score-with-{name}", on_click=use)
    offer = partial(st.button, on_click=_repair, help=REPAIR_HELP)
    if any(finding.kind == input_checks.SUBWORDS for finding in findings):
        offer("Join and score again", key="join-subwords", args=(data, input_checks.join_subwords))
    if any(finding.places is not None for finding in findings):
        offer("Realign and score again", key="realign", args=(data, input_checks.repair_all_shifts))
    if before is not None:
        st.caption("This comparison was repaired.", width="content")
        st.button("Undo repair", key="undo-repair", on_click=_open_repaired, args=(data, before))


def _better_tokenizer(finding: input_checks.Finding) -> str:
    """Return the first tokenizer that mends a finding and is installed, or ""."""
    return next(filter(is_installed, finding.tokenizers), "")


def _repair(data: EvalSet, repair: Callable[[EvalSet], RepairedInput]) -> None:
    repaired = repair(data).evalset
    digest = store.put_repaired(state.current().data, repaired)
    user_workspace.keep(repaired, state.current().config)
    _open_repaired(data, digest)


def _open_repaired(data: EvalSet, digest: str) -> None:
    """Open the repaired or the original data, with the same two systems."""
    made = store.evalset(digest)
    if made is None:
        state.change(data=digest)
        return
    before, now = list(data.systems), list(made.systems)
    a, b = (now[before.index(name)] for name in open_comparison.pair_names(state.current(), data))
    state.change(data=digest, **open_comparison.pair_in_link(made, a, b))
