"""The report of a data set: its account, slices, and missing rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bleu_core.common.numerals import counted, plural, whole
from bleu_core.datasets import (
    Bad,
    DataSlice,
    Plan,
    Unreadable,
    about_slices,
    criteria_of,
    slices_of,
)
from bleu_core.messages import codes
from bleu_core.present.account.jobs import JobAccount


@dataclass(frozen=True, eq=False)
class JobContent(JobAccount):
    """The account of a data set with its slices and missing rows.

    Attributes
    ----------
    missing : sequence of Bad
        Groups of rows that could not be counted.
    unreadable : sequence of Unreadable
        Files that could not be read.
    """

    missing: Sequence[Bad] = ()
    unreadable: Sequence[Unreadable] = ()

    @cached_property
    def slices(self) -> Mapping[str, list[DataSlice]]:
        """The parts of the data set, by each column that it can be divided by."""
        if self.survey is None:
            return {}
        return {how: slices_of(self.job, self.survey, how) for how in criteria_of(self.survey)}

    def about(self, how: str) -> list[str]:
        """Notes on the slices by a column."""
        if self.survey is None:
            return []
        return about_slices(self.job, self.survey, how, self.slices[how])

    @property
    def of(self) -> int | None:
        """The number of segments, with those that could not be counted, if known.

        None for a saved job, which has only the reasons why rows are missing.
        """
        if self.job.missing and not (self.missing or self.unreadable):
            return None
        return len(self.job) + sum(one.fragment.rows for one in self.missing)

    @property
    def missing_fields(self) -> list[dict[str, Any]]:
        """The missing rows as JSON; null for unknown values."""
        groups: list[dict[str, Any]] = [
            {"name": one.fragment.name, "segments": one.fragment.rows} | _why(one.why)
            for one in self.missing
        ]
        files: list[dict[str, Any]] = [
            {"name": one.path, "segments": None} | _why(one.why) for one in self.unreadable
        ]
        kept: list[dict[str, Any]] = [
            {"name": None, "segments": None} | _why(why) for why in self.job.missing
        ]
        return [*groups, *files] or kept

    @property
    def missing_told(self) -> str:
        """How much is left out, in a sentence; "" where nothing is."""
        if not (self.missing or self.unreadable):
            left = len(self.job.missing)  # of a job that was counted before
            were = plural(left, "part of the data set was", "parts of the data set were")
            return f"{whole(left)} {were} left out." if left else ""
        fragments = (*self.job.plan.fragments, *(one.fragment for one in self.missing))
        return left_out(replace(self.job.plan, fragments=fragments), self.missing, self.unreadable)


def _why(reason: str) -> dict[str, str]:
    return {"code": codes([reason])[0], "why": reason}


def left_out(plan: Plan, missing: Sequence[Bad], unreadable: Sequence[Unreadable]) -> str:
    """How much of a plan could not be counted, and of files that could not be planned."""
    told = []
    if missing:
        segments = sum(one.fragment.rows for one in missing)
        told.append(
            f"{whole(len(missing))} of {counted(len(plan.fragments), 'group')} of rows could not "
            f"be counted: {whole(segments)} of {counted(plan.segments, 'segment')} are missing."
        )
    if unreadable:
        told.append(
            f"{counted(len(unreadable), 'file')} could not be read; how many segments "
            f"{plural(len(unreadable), 'it has', 'they have')} is not known."
        )
    return " ".join(told)
