"""What cannot be a mark, or ratings that are kept together."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import annotation as messages
from bleu_core.segments.marks import SIDES, Mark, Rating
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.items import LONGEST_NOTE
from bleu_core.workspace.kinds import UNSEEN

# Marks of one person in one output, and characters of a category or severity.
MOST_MARKS, LONGEST_NAME = 1_000, 100


def check_mark(mark: Mark) -> None:
    """Raise ValueError for what cannot be a mark of any text."""
    for what, name in (("category", mark.category), ("severity", mark.severity)):
        if UNSEEN.search(name):
            raise ValueError(messages.mark_control(what))
        if len(name) > LONGEST_NAME or name != name.strip():
            raise ValueError(messages.mark_name(what, name, LONGEST_NAME))
    if not mark.severity or mark.severity != mark.severity.lower():
        raise ValueError(messages.mark_severity())
    if mark.side not in SIDES:
        raise ValueError(messages.mark_side(mark.side))
    if not (mark.start == mark.end == -1 or 0 <= mark.start < mark.end < 2**31):
        raise ValueError(messages.mark_span(mark.start, mark.end))
    if len(mark.comment) > LONGEST_NOTE:
        raise ValueError(messages.comment_long(len(mark.comment), LONGEST_NOTE))
    if any("\ud800" <= character <= "\udfff" for character in mark.comment):
        raise ValueError(messages.comment_surrogate())


def check_ratings(ratings: Sequence[Rating]) -> None:
    """Raise ValueError for ratings that cannot be kept together, of whatever test set."""
    seen = set()
    for rating in ratings:
        check_name(rating.annotator)
        if len(rating.marks) > MOST_MARKS:
            raise ValueError(messages.too_many_marks(MOST_MARKS))
        for one in rating.marks:
            check_mark(one)
        if rating.score is not None and not 0 <= rating.score <= 100:
            raise ValueError(messages.score_range(rating.score))
        seen.add((rating.segment, rating.system, rating.annotator))
    if len(seen) < len(ratings):
        raise ValueError(messages.rated_twice())
