"""`compare --data`: a data set of Parquet, counted by groups of rows, and its report."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import click

from bleu_core.cli.compare_options import HERE, LOCAL, CompareOptions
from bleu_core.cli.errors import FINE, REGRESSION, BadInput, as_bad_input, print_messages
from bleu_core.cli.output import Stage, progress_line, write_report
from bleu_core.messages import Message, screen
from bleu_core.messages import option as messages
from bleu_core.present.report import DATASET_SUFFIXES, dataset_text, render_dataset

if TYPE_CHECKING:
    from bleu_core.datasets import BadFragment, DatasetComparison, DatasetPlan, Map, UnreadableFile
    from bleu_core.present.dataset_report import DatasetReport

EXTRA = "bleuscope[cluster]"
# Processes per core: with many more, a machine does nothing but start them.
MOST_PER_CORE = 4


def compare_data_set(options: CompareOptions) -> int:
    """Count what has not been counted, print and write the report; the exit code."""
    options.gates.check(options.tests.trials, options.saving.open_app)
    if any(path.suffix.lower() not in DATASET_SUFFIXES for path in options.reports):
        raise click.UsageError(screen.unknown_data_ending(DATASET_SUFFIXES))
    folder, in_workspace = statistics_folder(options.data_set.statistics)
    if (options.saving.keep or options.saving.open_app) and not in_workspace:
        raise BadInput([messages.keep_with_statistics()])
    content = _content(options, folder)
    for path in options.reports:
        write_report(lambda suffix: render_dataset(content, suffix), path)
    from bleu_core.datasets import skip_reason
    from bleu_core.systems.gates import MetricDelta

    job, tests = content.job, content.significance
    change = MetricDelta.of_tests("BLEU", job.delta, tests, len(job), skip_reason(job))
    failed = options.gates.regressions({"bleu": change})
    with as_bad_input():
        click.echo(_printed(content, options.output_format, failed), nl=False)
    print_messages(failed)
    if in_workspace:
        query = urlencode({"data": f"job-{job.plan.digest}"})
        if options.saving.open_app:
            from bleu_core.cli.app import open_app

            return open_app(query=query)
        options.saving.print_place(folder, query)
    return REGRESSION if failed else FINE


def _content(options: CompareOptions, folder: Path) -> DatasetReport:
    """The report of a data set: counted, saved, looked through and tested."""
    from bleu_core.datasets import Columns, planned_of_readable, run_dataset_tests, surveyed
    from bleu_core.datasets.ngram_evidence import NgramEvidence
    from bleu_core.datasets.ngram_pass import find_ngrams
    from bleu_core.present.dataset_report import DatasetReport

    own, tests = options.data_set, options.tests
    a, b, references = options.system_a, options.system_b, options.files.references
    columns = Columns(a, b, references, own.doc or "", options.beside.src or "")
    with as_bad_input():
        plan, unreadable = planned_of_readable(own.data, columns, options.scoring.config())
    processes = counting_processes(own.cluster, own.workers, len(plan.fragments))
    with as_bad_input(), stopping_gracefully(), progress_line() as stage, processes as using:
        job, bad = _counted(plan, unreadable, folder, using, own.skip_bad, stage)
        survey = surveyed(job, using, stage("Looking through segments", len(job)))
        significance = None
        if tests.trials:
            progress = stage("Resampling")
            significance = run_dataset_tests(job, tests.trials, seed=tests.seed, progress=progress)
        ngrams = None
        if options.ngrams:
            part = find_ngrams(job, using, stage("Counting n-grams", len(job)))
            ngrams = NgramEvidence.of(job, part)
    content = DatasetReport(job, significance, survey, ngrams, missing=bad, unreadable=unreadable)
    print_messages([*job.missing, *filter(None, [content.missing_sentence])])
    return content


def _counted(
    plan: DatasetPlan,
    unreadable: Sequence[UnreadableFile],
    folder: Path,
    using: Map,
    skip_bad: bool,
    stage: Stage,
) -> tuple[DatasetComparison, Sequence[BadFragment]]:
    """Count and save what can be counted; also return what was left out."""
    from bleu_core.datasets import run, save
    from bleu_core.present.dataset_report import left_out

    job, bad = run(plan, folder, using, stage("Counting matches", plan.segments))
    missing = [*(each.problem for each in unreadable), *(each.why for each in bad)]
    if missing and (job is None or not skip_bad):
        advice = [messages.choose_skip_bad()] if job else []
        raise BadInput([*missing, left_out(plan, bad, unreadable), *advice])
    if bad:
        rest = plan.without({each.fragment for each in bad})
        job, _ = run(rest, folder, using, stage("Summing", rest.segments))
    if job is None:
        raise BadInput([messages.statistics_lost()])
    job = replace(job, missing=tuple(missing))
    save(job)
    return job, bad


def _printed(content: DatasetReport, output_format: str, failed: Sequence[Message]) -> str:
    if output_format == "json":
        from bleu_core.present.report.json_report import dataset_json, regression_fields

        return dataset_json(content, **regression_fields(failed))
    is_markdown = output_format == "markdown"
    return render_dataset(content, ".md").decode() if is_markdown else dataset_text(content)


def statistics_folder(name: str | None) -> tuple[Path, bool]:
    """The folder of statistics, created if need be, and whether it is the workspace's."""
    from bleu_core.common.environment import HOME_VARIABLE
    from bleu_core.datasets import FOLDER
    from bleu_core.workspace import home
    from bleu_core.workspace.database import PRIVATE_FOLDER

    workspace = home()
    own = workspace and (workspace / FOLDER).absolute()
    if name:
        folder = Path(name).absolute()
    elif own:
        folder = own
    else:
        raise BadInput([messages.no_statistics_folder(HOME_VARIABLE)])
    try:
        if folder == own:
            folder.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        folder.mkdir(PRIVATE_FOLDER if folder == own else 0o777, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput([messages.folder_not_made(str(folder), reason)]) from error
    return folder, folder == own


def counting_processes(
    address: str | None, workers: int | None, groups: int
) -> AbstractContextManager[Map]:
    """Where to count `groups` groups of rows: the cluster at an address, or processes here."""
    from bleu_core.datasets import here, processes

    if address not in (None, LOCAL, HERE):
        if not find_spec("distributed"):
            raise BadInput([messages.cluster_not_installed(address, EXTRA)])
        from bleu_core.cluster import on

        return on(address)
    cores = os.cpu_count() or 1
    if workers and workers > MOST_PER_CORE * cores:
        raise BadInput([messages.too_many_workers(workers, cores, MOST_PER_CORE * cores)])
    number = min(workers or cores, groups)
    return nullcontext(here if address == HERE or number == 1 else processes(number))


@contextmanager
def stopping_gracefully() -> Iterator[None]:
    """Stop gracefully at Ctrl-C or SIGTERM, and print how to resume.

    Further signals are ignored: they would interrupt the end of the other processes, which would
    then be waited for.
    """
    ends = (signal.SIGINT, signal.SIGTERM)

    def once(number: int, frame: FrameType | None) -> None:
        for end in ends:
            signal.signal(end, signal.SIG_IGN)
        signal.default_int_handler(number, frame)

    before = {end: signal.signal(end, once) for end in ends}
    try:
        yield
    except KeyboardInterrupt:
        print_messages([messages.resumable()])
        raise
    finally:
        for end, handler in before.items():
            signal.signal(end, handler)
