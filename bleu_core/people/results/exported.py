"""Export answers of an unblinded session with its plan: CSV and JSON Lines.

Each row is one answer to one item, including repeats, checks and decisions. In a check the first
output is the corrupted one, and the second the reference.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bleu_core.common import escaping
from bleu_core.people.sessions import json_lines, plan_file
from bleu_core.people.sessions.judged import Judgement, place_of_a
from bleu_core.people.sessions.plan import Plan

KIND = "results of a blind session"


def to_csv(plan: Plan, judgements: Iterable[Judgement], decided: Sequence[Judgement] = ()) -> bytes:
    """One row per answer with the session's id, safe for spreadsheets: no text is a formula."""
    import pandas as pd  # slow to load

    rows = [_flat(row) for row in _rows(plan, judgements, decided)]
    return escaping.to_csv(pd.DataFrame(rows, columns=COLUMNS))


def to_jsonl(
    plan: Plan, judgements: Iterable[Judgement], decided: Sequence[Judgement] = ()
) -> bytes:
    """The plan in the first line, then one line per answer."""
    head = {"session": plan_file.digest_of(plan), "plan": asdict(plan)}
    return json_lines.written(KIND, head, _rows(plan, judgements, decided)).encode()


COLUMNS = (
    "session", "name", "item", "line", "kind", "repeats item", "annotator", "first", "second",
    "first stood", "preferred", "mark of first", "mark of second", "errors of first",
    "errors of second", "skipped", "seconds", "changed",
)  # fmt: skip


def _rows(
    plan: Plan, judgements: Iterable[Judgement], decided: Sequence[Judgement]
) -> list[dict[str, Any]]:
    session = plan_file.digest_of(plan)
    labelled = [(judgement, str(judgement.kind)) for judgement in judgements] + [
        (decision, "settled") for decision in decided
    ]
    return [_row(plan, session, one, kind) for one, kind in labelled]


def _row(plan: Plan, session: str, judgement: Judgement, kind: str) -> dict[str, Any]:
    preferred = {"a": "first", "b": "second", "same": "no preference", "bad": "both bad"}
    values = (
        session,
        plan.name,
        judgement.item + 1,
        judgement.segment + 1,
        kind,
        judgement.of + 1 if judgement.kind == "repeat" else None,
        judgement.annotator,
        judgement.a if judgement.kind != "check" else "(damaged)",
        judgement.b if judgement.kind != "check" else "(reference)",
        place_of_a(plan, plan.items[judgement.item]),
        preferred.get(judgement.preferred),
        None if math.isnan(judgement.score_a) else judgement.score_a,
        None if math.isnan(judgement.score_b) else judgement.score_b,
        None if judgement.marks_a is None else [asdict(mark) for mark in judgement.marks_a],
        None if judgement.marks_b is None else [asdict(mark) for mark in judgement.marks_b],
        judgement.skipped or None,
        judgement.seconds,
        datetime.fromtimestamp(judgement.changed, UTC).isoformat(timespec="milliseconds"),
    )
    return dict(zip(COLUMNS, values, strict=True))


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose cells are texts and numbers."""
    lists = {name: result for name, result in row.items() if isinstance(result, list)}
    return row | {name: json.dumps(result, ensure_ascii=False) for name, result in lists.items()}
