"""`compare --data`: a data set of Parquet, counted by groups of rows, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from bleu_core.cli.counting import counting, statistics_folder, stopping
from bleu_core.cli.errors import FINE, REGRESSION, BadInput, say, told
from bleu_core.cli.gate import Change, regressions
from bleu_core.cli.progress import progress_line
from bleu_core.cli.settings import config_of
from bleu_core.cli.testing import check_gate
from bleu_core.numerals import counted, whole

if TYPE_CHECKING:
    from bleu_core.datasets import Bad, Job, Plan

_AGAIN = (
    "All others are counted, and kept: the same command goes on from there. Or say --skip-bad, to "
    "compare without these."
)


def compare_data_set(given: Mapping[str, Any]) -> int:
    """Count what has not been counted, and print what is said; the exit code.

    `given` are the parameters of `compare`.
    """
    limits = given["fail_under"], given["fail_if_significant"]
    check_gate(given["trials"], *limits, given["fail_if"], given["opens"])
    folder, in_workspace = statistics_folder(given["statistics"])
    if (given["keeps"] or given["opens"]) and not in_workspace:
        raise BadInput(["--keep and --open are for the workspace: leave --statistics out."])
    job, bad = _counted(_plan(given), folder, given)
    said = {"bleu": Change("BLEU", job.delta, None, len(job))}
    failed = regressions(said, *limits, given["level"], given["fail_if"])
    click.echo(_printed(job, bad, given["form"], failed), nl=False)
    say(failed)
    if in_workspace:
        query = urlencode({"data": f"job-{job.plan.digest}"})
        if given["opens"]:
            from bleu_core.cli.app import open_link

            return open_link(query)
        say([
            f"Kept in {folder}.",
            f"`bleuscope` offers it; where the app runs already, add to its address: /?{query}",
        ])  # fmt: skip
    return REGRESSION if failed else FINE


def _plan(given: Mapping[str, Any]) -> Plan:
    from bleu_core.datasets import Columns, planned

    a, b, references = (given[name] for name in ("system_a", "system_b", "references"))
    columns = Columns(a, b, references, given["doc"] or "", given["src"] or "")
    with told():
        return planned(given["data"], columns, config_of(given))


def _counted(plan: Plan, folder: Path, given: Mapping[str, Any]) -> tuple[Job, list[Bad]]:
    """What has been counted, kept, and what was left out of it.

    Raises
    ------
    BadInput
        Where some groups of rows cannot be counted and are not to be left out.
    """
    from bleu_core.datasets import run, save

    processes = counting(given["cluster"], given["workers"])
    with told(), stopping(), progress_line() as stage, processes as using:
        job, bad = run(plan, folder, using, stage("Counting matches", plan.segments))
        problems = [*(one.why for one in bad), *filter(None, [_left_out(plan, bad)])]
        if job is None or (bad and not given["skip_bad"]):
            raise BadInput([*problems, _AGAIN] if job else problems)
        if bad:
            left = plan.without({one.fragment for one in bad})
            job, _ = run(left, folder, using, stage("Summing", left.segments))
            assert job is not None
            job = replace(job, missing=tuple(one.why for one in bad))
        save(job)
    say(problems)
    return job, bad


def _printed(job: Job, bad: Sequence[Bad], form: str, failed: Sequence[str]) -> str:
    from bleu_core.report.jobs import to_json

    return to_json(job, bad, regressions=list(failed))


def _left_out(plan: Plan, bad: Sequence[Bad]) -> str:
    if not bad:
        return ""
    missing = sum(one.fragment.rows for one in bad)
    return (
        f"{whole(len(bad))} of {counted(len(plan.fragments), 'group')} of rows could not be "
        f"counted: {whole(missing)} of {counted(plan.segments, 'segment')} are missing."
    )
