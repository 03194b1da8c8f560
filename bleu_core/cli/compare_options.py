"""Options of `bleuscope compare`, for files and for data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from bleu_core.cli.campaign import campaign_files
from bleu_core.cli.gates import GateOptions, TrialOptions
from bleu_core.cli.inputs import PATH, InputOptions, SourceOptions, prefix_option, repair_option
from bleu_core.cli.metrics import Scoring, ScoringOptions, metrics_option
from bleu_core.cli.options import argument, group, option, options_class
from bleu_core.cli.output import SavingOptions, format_option, report_option
from bleu_core.cli.scores import ImportedScoreOptions, check_names
from bleu_core.cli.segment_options import SegmentOptions
from bleu_core.cli.testset import TestSetOptions
from bleu_core.common.formatting import format_int
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import option as messages
from bleu_core.present.report import MOST_FOR_NGRAMS, SUFFIXES

if TYPE_CHECKING:
    from bleu_core.readers.campaigns import Campaign

# Where data sets are counted: in several processes on this machine, or in this process only.
LOCAL, HERE = "local", "here"


def _check_cluster(ctx: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text is None or text in (LOCAL, HERE) or text.startswith(("tcp://", "tls://")):
        return text
    raise click.BadParameter(messages.unknown_cluster(text, [LOCAL, HERE]))


@options_class
class DataSetOptions:
    """The options for data sets only."""

    data: Sequence[str] = option(
        "--data", multiple=True, metavar="PATH...",
        help="Parquet files of a data set of any size: folders, files or patterns. With it, --a, "
        "--b, --ref, --src and --docs name columns.",
    )  # fmt: skip
    cluster: str | None = option(
        "--cluster", callback=_check_cluster, metavar=f"{LOCAL}|{HERE}|ADDRESS",
        help="Where to count a data set: in several processes on this machine (local), in this "
        "process only (here), or on the Dask cluster at an address such as tcp://10.0.0.1:8786.  "
        f"[default: {LOCAL}]",
    )  # fmt: skip
    workers: int | None = option(
        "--workers", type=click.IntRange(1), metavar="N",
        help="Number of processes for --cluster local.  [default: the number of cores]",
    )  # fmt: skip
    statistics: str | None = option(
        "--statistics", type=click.Path(file_okay=False), metavar="FOLDER",
        help="Folder for the texts and statistics of a data set. With a cluster, all machines must "
        "share it.  [default: in the workspace]",
    )  # fmt: skip


@options_class
class CompareOptions:
    """The options of `bleuscope compare`."""

    a: str | None = argument(type=PATH, required=False, metavar="A")
    b: str | None = argument(type=PATH, required=False)
    system_a: str = option(
        "--a", default="", metavar="NAME", help="System to use as A, if its file has several."
    )
    system_b: str = option(
        "--b", default="", metavar="NAME", help="System to use as B, if its file has several."
    )
    files: InputOptions = group(InputOptions)
    test_set: TestSetOptions = group(TestSetOptions)
    data_set: DataSetOptions = group(DataSetOptions)
    beside: SourceOptions = group(SourceOptions)
    name_a: str = option(
        "--name-a", default="", metavar="NAME", help="Name for A.  [default: from its file]"
    )
    name_b: str = option(
        "--name-b", default="", metavar="NAME", help="Name for B.  [default: from its file]"
    )
    output_format: str = format_option("text", "json", "markdown")
    reports: Sequence[Path] = report_option(SUFFIXES)
    repair: bool = repair_option()
    prefix: bool = prefix_option()
    saving: SavingOptions = group(
        SavingOptions, saved="the comparison in the workspace, as a run on its test set"
    )
    segments: SegmentOptions = group(SegmentOptions)
    gates: GateOptions = group(GateOptions, a="A", b="B", about_p="")
    tests: TrialOptions = group(TrialOptions)
    ngrams: bool | None = option(
        "--ngrams/--no-ngrams", default=None,
        help="Analyze the n-grams, or skip this.  "
        f"[default: analyze up to {format_int(MOST_FOR_NGRAMS)} segments]",
    )  # fmt: skip
    detectors: bool | None = option(
        "--detectors/--no-detectors", default=None,
        help="Detect degenerate output, or skip this.  "
        f"[default: detect in up to {format_int(MOST_FOR_NGRAMS)} segments]",
    )  # fmt: skip
    metrics: Sequence[str] = metrics_option("Metrics to compute in addition to BLEU")
    imported: ImportedScoreOptions = group(
        ImportedScoreOptions, bad="files and row groups of a data set that cannot be counted, and "
    )
    scoring: ScoringOptions = group(ScoringOptions)

    @property
    def paths(self) -> list[str | None]:
        """The paths of A, B, source, documents and references."""
        return [self.a, self.b, self.beside.src, self.beside.docs, *self.files.references]

    def of_campaign(self, campaign: Campaign) -> CompareOptions:
        """The same options with the files of the systems and scores that are named."""
        systems = [name for name in (self.a, self.b) if name is not None]
        if len(systems) < 2:
            known = list(campaign.outputs)
            raise click.UsageError(
                campaign_messages.two_systems(campaign.name, campaign.language_pair, known)
            )
        found = campaign_files(campaign, systems, self.imported.scores)
        (a, b), (name_a, name_b) = found.paths, found.names
        return replace(
            self, a=a, b=b, name_a=self.name_a or name_a, name_b=self.name_b or name_b,
            imported=replace(self.imported, scores=found.scores),
        )  # fmt: skip

    def check(self) -> Scoring:
        """Reject options that exclude each other; return the metrics."""
        self.gates.check(self.tests.trials, self.saving.open_app)
        if self.saving.open_app and self.segments.gates:
            raise click.UsageError(messages.open_with_gate())
        check_names([*self.imported.scores, *self.imported.scorers])
        computed = [*self.metrics, *self.gates.computed]
        return self.scoring.scoring(computed, self.test_set.pair)


# The parameters of `compare` that a data set requires, and those it does not support.
_NEEDED = {"system_a": "--a COLUMN", "system_b": "--b COLUMN", "references": "--ref COLUMN"}
_REFUSED = {
    "repair": messages.repair_with_data,
    "prefix": messages.repair_with_data,
    "list_contents": messages.list_with_data,
    "tab_separated": messages.parquet_declares,
    "encodings": messages.parquet_declares,
    "formats": messages.parquet_declares,
    "name_a": messages.names_with_data,
    "name_b": messages.names_with_data,
}
_OWN = set(DataSetOptions.__annotations__)


def is_data_set(ctx: click.Context) -> bool:
    """Whether to compare a data set; UsageError if its options and those for files are mixed."""
    source, typed = ctx.get_parameter_source, ParameterSource.COMMANDLINE
    given = {p.name: p.opts[0] for p in ctx.command.params if p.name and source(p.name) is typed}
    if "data" not in given:
        if own := [flag for name, flag in given.items() if name in _OWN]:
            raise click.UsageError(messages.only_with_data(own))
        if "skip_bad" in given and "scores" not in given:
            raise click.UsageError(messages.nothing_to_skip(["--data", "--scores"]))
        return False
    if ctx.params["a"] or ctx.params["b"]:
        raise click.UsageError(messages.files_with_data())
    if missing := [flag for name, flag in _NEEDED.items() if not ctx.params[name]]:
        raise click.UsageError(messages.data_lacks(missing))
    if refused := [_REFUSED[name](flag) for name, flag in given.items() if name in _REFUSED]:
        raise click.UsageError(refused[0])
    if ctx.params["workers"] and ctx.params["cluster"] not in (None, LOCAL):
        raise click.UsageError(messages.workers_without_local(LOCAL))
    return True
