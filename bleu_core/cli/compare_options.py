"""Options of `bleuscope compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.gates import GateOptions
from bleu_core.cli.inputs import PATH, InputOptions, RepairOptions, SourceOptions
from bleu_core.cli.metrics import Scoring, ScoringOptions, metrics_option
from bleu_core.cli.options import argument, group, option, options_class
from bleu_core.cli.output import SavingOptions, format_option, report_option
from bleu_core.cli.scores import SKIPPED_ROWS, ScoreFiles, find_scores, scores_option
from bleu_core.cli.segment_options import SegmentOptions
from bleu_core.cli.testset import TestSetOptions, campaign_outputs
from bleu_core.common.formatting import format_int
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import option as messages
from bleu_core.present.report import MOST_FOR_NGRAMS, SUFFIXES

if TYPE_CHECKING:
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.systems.scorers import Scorer


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
    data: str = option(
        "--data", default="", type=click.Path(file_okay=False), metavar="FOLDER",
        help='Folder of a data set that "bleuscope data" wrote, instead of files.',
    )  # fmt: skip
    beside: SourceOptions = group(SourceOptions)
    name_a: str = option(
        "--name-a", default="", metavar="NAME", help="Name for A.  [default: from its file]"
    )
    name_b: str = option(
        "--name-b", default="", metavar="NAME", help="Name for B.  [default: from its file]"
    )
    output_format: str = format_option("text", "json", "markdown")
    reports: Sequence[Path] = report_option(SUFFIXES)
    changing: RepairOptions = group(RepairOptions, rows=SKIPPED_ROWS)
    saving: SavingOptions = group(
        SavingOptions, saved="the comparison in the workspace, as a run on its test set"
    )
    segments: SegmentOptions = group(SegmentOptions)
    gates: GateOptions = group(GateOptions, a="A", b="B", about_p="")
    details: bool | None = option(
        "--details/--no-details", default=None,
        help="Analyze n-grams and detect degenerate output, or skip both.  "
        f"[default: up to {format_int(MOST_FOR_NGRAMS)} segments]",
    )  # fmt: skip
    frequencies: str | None = option(
        "--frequencies", type=PATH, metavar="FILE",
        help="Word frequencies, for recall and precision of rare and frequent words in reports and "
        "JSON: a token, a tab and its count per line.  [default: counted in the references]",
    )  # fmt: skip
    metrics: Sequence[str] = metrics_option("Metrics to compute in addition to BLEU")
    scores: list[ScoreFiles] = scores_option()
    scoring: ScoringOptions = group(ScoringOptions)

    @property
    def paths(self) -> list[str | None]:
        """The paths of A, B, source, documents and references."""
        return [self.a, self.b, self.beside.src, self.beside.docs, *self.files.references]

    @cached_property
    def sources(self) -> list[ScoreFiles | Scorer]:
        """The files or the scorer of each name of --scores."""
        return find_scores(self.scores, self.test_set.campaign)

    def of_campaign(self, campaign: Campaign) -> CompareOptions:
        """The same options with the files of the systems that are named."""
        systems = [name for name in (self.a, self.b) if name is not None]
        if len(systems) < 2:
            known = list(campaign.outputs)
            raise click.UsageError(
                campaign_messages.two_systems(campaign.name, campaign.language_pair, known)
            )
        (a, b), names = campaign_outputs(campaign, systems, list_scores=not self.scores)
        name_a, name_b = self.name_a or names[0], self.name_b or names[1]
        return replace(self, a=a, b=b, name_a=name_a, name_b=name_b)

    def check(self) -> Scoring:
        """Reject options that exclude each other; return the metrics."""
        self.gates.check(self.saving.open_app, self.segments.gates)
        assert self.sources is not None  # unknown names are reported before files are read
        computed = [*self.metrics, *self.gates.computed]
        return self.scoring.scoring(computed, self.test_set.pair)


# Parameters of `compare` that are about files.
_OF_FILES = (
    "a", "b", "system_a", "system_b", "references", "src", "docs", "encodings",
    "formats", "list_contents", "repair", "prefix", "name_a", "name_b",
)  # fmt: skip


def check_data_set(ctx: click.Context) -> None:
    """Raise UsageError for options that a data set does not have."""
    given = [p for p in ctx.command.params if p.name in _OF_FILES and ctx.params.get(p.name)]
    if given:
        names = [p.opts[0] if isinstance(p, click.Option) else p.make_metavar(ctx) for p in given]
        raise click.UsageError(messages.not_with_data(names))
