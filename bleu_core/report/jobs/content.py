"""What is said of a data set beside its account: its parts, and what of it is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bleu_core.account.jobs import JobAccount
from bleu_core.datasets import Bad, DataSlice, about_slices, criteria_of, slices_of
from bleu_core.numerals import counted, whole


@dataclass(frozen=True, eq=False)
class JobContent(JobAccount):
    """Everything that is printed of a data set.

    Attributes
    ----------
    missing : sequence of Bad
        What could not be counted, and was left out.
    """

    missing: Sequence[Bad] = ()

    @cached_property
    def slices(self) -> Mapping[str, list[DataSlice]]:
        """The parts of the data set, by each column that it can be divided by."""
        if self.survey is None:
            return {}
        return {how: slices_of(self.job, self.survey, how) for how in criteria_of(self.survey)}

    def about(self, how: str) -> list[str]:
        """What is to be said beside the parts by a column."""
        if self.survey is None:
            return []
        return about_slices(self.job, self.survey, how, self.slices[how])

    @property
    def of(self) -> int:
        """Segments of the whole data set, those that are missing too."""
        return len(self.job) + sum(one.fragment.rows for one in self.missing)

    @property
    def missing_told(self) -> str:
        """How much is left out, in a sentence; "" where nothing is."""
        if not self.missing:
            return ""
        groups = len(self.missing) + len(self.job.plan.fragments)
        return left_out(len(self.missing), groups, self.of - len(self.job), self.of)


def left_out(groups: int, of_groups: int, segments: int, of_segments: int) -> str:
    """How much could not be counted.

    >>> left_out(1, 4, 10, 40)
    '1 of 4 groups of rows could not be counted: 10 of 40 segments are missing.'
    """
    return (
        f"{whole(groups)} of {counted(of_groups, 'group')} of rows could not be counted: "
        f"{whole(segments)} of {counted(of_segments, 'segment')} are missing."
    )
