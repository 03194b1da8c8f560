"""What cannot be a mark, or ratings that are kept together."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.judgements.marks import SIDES, Mark, Rating
from bleu_core.numerals import whole
from bleu_core.wording import cut
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.items import LONGEST_NOTE
from bleu_core.workspace.kinds import UNSEEN

# Marks of one person in one output, and characters of a category or severity.
MOST_MARKS, LONGEST_NAME = 1_000, 100


def check_mark(mark: Mark) -> None:
    """Raise ValueError for what cannot be a mark of any text."""
    for what, name in (("category", mark.category), ("severity", mark.severity)):
        if UNSEEN.search(name):
            raise ValueError(f"The {what} of a mark has a control character.")
        if len(name) > LONGEST_NAME or name != name.strip():
            raise ValueError(
                f"The {what} of a mark has at most {LONGEST_NAME} characters, and no space before "
                f"or after; not {cut(name)!r}."
            )
    if not mark.severity or mark.severity != mark.severity.lower():
        raise ValueError("A mark has a severity, in lower case.")
    if mark.side not in SIDES:
        raise ValueError(f"A mark is on the target or the source, not {cut(mark.side)!r}.")
    if not (mark.start == mark.end == -1 or 0 <= mark.start < mark.end < 2**31):
        raise ValueError(f"A mark has a span or none; {mark.start} to {mark.end} is neither.")
    if len(mark.comment) > LONGEST_NOTE:
        raise ValueError(
            f"A comment has at most {whole(LONGEST_NOTE)} characters; this has "
            f"{whole(len(mark.comment))}."
        )
    if any("\ud800" <= character <= "\udfff" for character in mark.comment):
        raise ValueError("The comment has half a surrogate pair, which is no text.")


def check_ratings(ratings: Sequence[Rating]) -> None:
    """Raise ValueError for ratings that cannot be kept together, of whatever test set."""
    seen = set()
    for rating in ratings:
        check_name(rating.annotator)
        if len(rating.marks) > MOST_MARKS:
            raise ValueError(f"An output has at most {whole(MOST_MARKS)} marks of one annotator.")
        for one in rating.marks:
            check_mark(one)
        if rating.score is not None and not 0 <= rating.score <= 100:
            raise ValueError(f"A score is 0 to 100; not {rating.score}.")
        seen.add((rating.segment, rating.system, rating.annotator))
    if len(seen) < len(ratings):
        raise ValueError("An annotator rates an output once.")
