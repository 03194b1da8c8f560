"""A plan as a file, with its key, for backups and other machines of its maker."""

from __future__ import annotations

import hashlib
from dataclasses import asdict

from bleu_core.messages import session as messages
from bleu_core.people.sessions import json_lines
from bleu_core.people.sessions.json_lines import Fields
from bleu_core.people.sessions.plan import ASKS, SAMPLINGS, SHOWS, Item, Plan
from bleu_core.readers import File

KIND = "plan of a blind session"
LONGEST_NAME = 200
MOST_SEGMENTS = 1_000_000_000
LAST_SEED = 2**63 - 1
LAST_MOMENT = 1e11


def written(plan: Plan) -> str:
    """The plan as JSON Lines, one item per line."""
    head = asdict(plan)
    items = head.pop("items")
    # Equal plans make equal files.
    head |= {name: float(head[name]) for name in ("repeats", "checks", "made")}
    head |= {"asks": [ask for ask in ASKS if ask in plan.asks]}
    head |= {"shows": [show for show in SHOWS if show in plan.shows]}
    return json_lines.written(KIND, head, items)


def digest_of(plan: Plan) -> str:
    """SHA-256 of a plan's contents: the id of its session."""
    return hashlib.sha256(written(plan).encode()).hexdigest()


def read(file: File) -> Plan:
    """The plan in a file.

    Raises
    ------
    ReadError
        With all problems, by line.
    """
    head, rows = json_lines.read(file, KIND, "the plan of a session, with its key")
    systems = head.texts("systems", LONGEST_NAME)
    if len(set(systems)) < max(2, len(systems)):
        head.wrong(messages.plan_systems)
    annotators = head.texts("annotators", LONGEST_NAME)
    if not annotators or not all(annotators) or len(set(annotators)) < len(annotators):
        head.wrong(messages.plan_annotators)
    items = tuple(_item(row, systems, len(rows)) for row in rows)
    for row, item in zip(rows, items, strict=True):
        if item.kind == "repeat" and items[item.of].kind != "judged":
            row.wrong(messages.plan_repeat)
    if not any(item.kind == "judged" for item in items):
        head.wrong(messages.plan_unjudged)
    plan = Plan(
        name=head.text("name", LONGEST_NAME),
        test_set=head.text("test_set", 64),
        systems=systems,
        sampling=head.one_of("sampling", SAMPLINGS),
        by=head.text("by", 10_000),
        seed=head.whole("seed", 0, LAST_SEED),
        repeats=head.number("repeats", 0, 1),
        checks=head.number("checks", 0, 1),
        annotators=annotators,
        asks=head.some_of("asks", ASKS, least=1),
        shows=head.some_of("shows", SHOWS),
        made_by=head.text("made_by", LONGEST_NAME),
        made=head.number("made", 0, LAST_MOMENT),
        items=items,
    )
    json_lines.refuse(head.problems)
    return plan


def _item(row: Fields, systems: tuple[str, ...], number: int) -> Item:
    segment = row.whole("segment", 0, MOST_SEGMENTS)
    kind = row.one_of("kind", ("judged", "repeat", "check"))
    if kind == "check":
        return Item(segment, "", "", "check", damaged=row.one_of("damaged", ("left", "right")))
    left, right = (row.one_of(place, systems or ("",)) for place in ("left", "right"))
    if left == right:
        row.wrong(messages.plan_same_systems)
    of = row.whole("of", 0, number - 1) if kind == "repeat" else -1
    return Item(segment, left, right, kind, of)
