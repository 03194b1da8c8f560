"""Caveats about human scores: ratings without a penalty, imported scores."""

from __future__ import annotations

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, plural, whole
from bleu_core.common.wording import listed
from bleu_core.people.against.people import People
from bleu_core.people.against.sources import SCORES

# Severities that are named, and characters of each.
SHOWN, LONGEST = 5, 40


def about_origin(people: People) -> str:
    """The caveat that imported scores may not be human; '' for other scores."""
    if not people.key.startswith(SCORES):
        return ""
    return (
        f"“{visible(people.label, LONGEST)}” was imported, a number a segment. What is said of "
        "people here holds only if people gave these numbers, and not another metric."
    )


def about_unweighted(people: People) -> str:
    """How many ratings have no penalty, and for which severities; '' for none."""
    number, marks = people.unweighted
    if not number:
        return ""
    severities = [
        f"“{visible(severity, LONGEST)}” ({counted(times, 'mark')})"
        for severity, times in marks.most_common()
    ]
    return (
        f"{whole(number)} of {counted(len(people.ratings), 'rating')} of an output "
        f"{plural(number, 'has', 'have')} no penalty and {plural(number, 'is', 'are')} left out "
        f"of people's means: no weight is known for the "
        f"{plural(len(marks), 'severity', 'severities')} {listed(severities, SHOWN)}."
    )
