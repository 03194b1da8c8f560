"""Whether the difference may be chance: the tests side by side, and what they mean."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison
from bleu_core.paired_t import block_t_test
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, TRIALS
from bleu_core.words import delta, p_value, points, whole
from pages.ui import store
from pages.ui.table import Cell, table

EXPLAINED = """
**Approximate randomization** (the p above): in each trial the outputs of A and B change places in a
random half of the segments. p is how often the pseudo-systems then differ at least as much as A and
B do. Generator and seed are sacreBLEU's, and so is p; but two identical outputs get p = 1 here.

**Bootstrap interval**: Δ of as many segments, drawn with replacement, a thousand times; 95 % of the
values lie in the interval.

**sacreBLEU's bootstrap p** is shown for comparison only: it rejects a true null too often.

**The paper's test**: BLEU on 20 contiguous blocks and a paired t-test on their differences
(Papineni et al. 2002, section 3, with blocks of 25 sentences).

How often each calls a difference significant at 5 % where there is none (4 000 simulated pairs of
250 segments, outputs swapped at random; `tests/benchmarks/calibration.py`): randomization 4.9 %,
bootstrap p 5.0 %, interval without 0 5.1 %, paired t 4.7 %, sacreBLEU's bootstrap 11.6 %. On 30
segments the bootstrap interval errs in 7 %, sacreBLEU's in 15 %.
"""


def details(comparison: Comparison) -> None:
    """The tests side by side, one click away, with what they mean."""
    if len(comparison) < MIN_SEGMENTS:
        return
    panel = st.expander("Is it chance? Tests and what they mean", on_change="rerun", key="tests")
    found = store.significance(comparison)
    if not panel.open or found is None:
        return
    with panel:
        bootstrap = found.bootstrap
        rows: list[list[Cell]] = [
            [
                _test(
                    f"Approximate randomization, {whole(TRIALS)} trials",
                    "approximate-randomization",
                ),
                p_value(found.randomization.p_value),
                "",
            ],
            [
                _test(f"Bootstrap, {whole(SAMPLES)} samples", "bootstrap"),
                p_value(bootstrap.p_value),
                f"{delta(bootstrap.ci_low)} … {delta(bootstrap.ci_high)}",
            ],
            [
                _test("sacreBLEU's bootstrap", "sacrebleu-bootstrap"),
                p_value(bootstrap.sacrebleu_p_value),
                "rejects too often",
            ],
        ]
        blocks = min(20, len(comparison))
        paper = block_t_test(comparison.stats_a, comparison.stats_b, blocks)
        rows.append(
            [
                _test(f"Paired t-test on {blocks} blocks (the paper)", "paired-t"),
                p_value(paper.p_value),
                f"t = {points(paper.t)}, critical ±{points(paper.critical)}",
            ]
        )
        table(
            [
                {"label": "Test"},
                {"label": "p", "term": "p-value"},
                {"label": "95 % interval of Δ, or note", "term": "confidence-interval"},
            ],
            rows,
            key="tests-table",
            label="Significance tests",
        )
        st.caption(EXPLAINED)


def _test(name: str, term: str) -> Cell:
    return {"t": name, "term": term}
