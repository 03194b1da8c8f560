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
from bleu_core.cli.gate import regressions
from bleu_core.cli.progress import Stage, progress_line
from bleu_core.cli.reports import write
from bleu_core.cli.settings import config_of
from bleu_core.cli.testing import check_gate
from bleu_core.messages import Message, option, report
from bleu_core.present.report import DATASET_SUFFIXES, dataset_text, render_dataset

if TYPE_CHECKING:
    from bleu_core.datasets import Bad, Job, Map, Plan, Unreadable
    from bleu_core.present.dataset_report import JobContent
    from bleu_core.systems.gates.judging import Change


def compare_data_set(given: Mapping[str, Any]) -> int:
    """Count what has not been counted, and print what is said; the exit code.

    `given` are the parameters of `compare`.
    """
    limits = given["fail_under"], given["fail_if_significant"]
    check_gate(given["trials"], *limits, given["fail_if"], given["opens"])
    reports = list(map(Path, given["reports"]))
    if any(path.suffix.lower() not in DATASET_SUFFIXES for path in reports):
        raise click.UsageError(report.unknown_data_ending(DATASET_SUFFIXES))
    folder, in_workspace = statistics_folder(given["statistics"])
    if (given["keeps"] or given["opens"]) and not in_workspace:
        raise BadInput([option.keep_with_statistics()])
    content = _said(*_plan(given), folder, given)
    for path in reports:
        write(lambda suffix: render_dataset(content, suffix), path)
    failed = regressions({"bleu": _change(content)}, *limits, given["level"], given["fail_if"])
    with told():
        click.echo(_printed(content, given["form"], failed), nl=False)
    say(failed)
    if in_workspace:
        query = urlencode({"data": f"job-{content.job.plan.digest}"})
        if given["opens"]:
            from bleu_core.cli.app import open_link

            return open_link(query)
        say([
            f"Kept in {folder}.",
            f"`bleuscope` offers it; where the app runs already, add to its address: /?{query}",
        ])  # fmt: skip
    return REGRESSION if failed else FINE


def _plan(given: Mapping[str, Any]) -> tuple[Plan, list[Unreadable]]:
    from bleu_core.datasets import Columns, planned_of_readable

    a, b, references = (given[name] for name in ("system_a", "system_b", "references"))
    columns = Columns(a, b, references, given["doc"] or "", given["src"] or "")
    with told():
        return planned_of_readable(given["data"], columns, config_of(given))


def _said(
    plan: Plan, unreadable: Sequence[Unreadable], folder: Path, given: Mapping[str, Any]
) -> JobContent:
    """All that is said of a data set: counted, kept, looked through and tested."""
    from bleu_core.datasets import judge_job, surveyed
    from bleu_core.datasets.ngram_evidence import NgramEvidence
    from bleu_core.datasets.ngram_pass import find_ngrams
    from bleu_core.present.dataset_report import JobContent

    trials = given["trials"]
    processes = counting(given["cluster"], given["workers"], len(plan.fragments))
    with told(), stopping(), progress_line() as stage, processes as using:
        job, bad = _counted(plan, unreadable, folder, using, given["skip_bad"], stage)
        survey = surveyed(job, using, stage("Looking through segments", len(job)))
        found = (
            judge_job(job, trials, seed=given["seed"], progress=stage("Resampling"))
            if trials
            else None
        )
        ngrams = None
        if given["ngrams"]:
            part = find_ngrams(job, using, stage("Counting n-grams", len(job)))
            ngrams = NgramEvidence.of(job, part)
    content = JobContent(job, found, survey, ngrams, missing=bad, unreadable=unreadable)
    say([*job.missing, *filter(None, [content.missing_told])])
    return content


def _counted(
    plan: Plan,
    unreadable: Sequence[Unreadable],
    folder: Path,
    using: Map,
    skips: bool,
    stage: Stage,
) -> tuple[Job, Sequence[Bad]]:
    """What has been counted, which is kept, and what was left out of it.

    Raises
    ------
    BadInput
        Where something cannot be counted and is not to be left out.
    """
    from bleu_core.datasets import run, save
    from bleu_core.present.dataset_report import left_out

    job, bad = run(plan, folder, using, stage("Counting matches", plan.segments))
    missing = [*(one.problem for one in unreadable), *(one.why for one in bad)]
    if missing and (job is None or not skips):
        raise BadInput(
            [
                *missing,
                left_out(plan, bad, unreadable),
                *([option.choose_skip_bad()] if job else []),
            ]
        )
    if bad:
        left = plan.without({one.fragment for one in bad})
        job, _ = run(left, folder, using, stage("Summing", left.segments))
    if job is None:
        raise BadInput([option.statistics_lost()])
    job = replace(job, missing=tuple(missing))
    save(job)
    return job, bad


def _change(content: JobContent) -> Change:
    """What the gate judges."""
    from bleu_core.datasets import untested
    from bleu_core.systems.gates.judging import Change

    found = content.significance
    p = None if found is None else found.randomization.p_value
    return Change("BLEU", content.job.delta, p, len(content.job), untested(content.job))


def _printed(content: JobContent, form: str, failed: Sequence[Message]) -> str:
    match form:
        case "json":
            from bleu_core.present.report.json_report import dataset_json, regression_fields

            return dataset_json(content, **regression_fields(failed))
        case "markdown":
            return render_dataset(content, ".md").decode()
    return dataset_text(content)
