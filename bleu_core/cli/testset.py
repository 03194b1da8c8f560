"""Options of test sets by name: sacreBLEU's, and campaigns in folders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import as_bad_input, print_messages
from bleu_core.cli.options import option, options_class
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import testset as messages

if TYPE_CHECKING:
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.readers.testsets import NamedSet

# The parameters that a test set or a campaign replaces, with their options.
_REPLACED = {
    "references": "--ref", "src": "--src", "docs": "--docs", "tab_separated": "--tab-separated",
    "data": "--data",
}  # fmt: skip


def _print_test_sets(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from bleu_core.readers.testsets import available_sets

    known = available_sets()
    width = max(map(len, known))
    for name, pairs in known.items():
        click.echo(f"{name.ljust(width)}  {' '.join(pairs)}")
    ctx.exit()


@options_class
class TestSetOptions:
    """A test set of sacreBLEU, or a campaign, instead of files."""

    test_set: str | None = option(
        "-t", "--test-set", metavar="NAME",
        help="Test set of sacreBLEU, such as wmt23, with its source, references and documents. "
        "sacreBLEU downloads it on first use.",
    )  # fmt: skip
    language_pair: str | None = option(
        "-l", "--language-pair", metavar="PAIR",
        help="Language pair of -t or --campaign, such as en-de.",
    )  # fmt: skip
    campaign_folder: Path | None = option(
        "--campaign", type=click.Path(path_type=Path), metavar="FOLDER",
        help="Campaign in the layout of mt-metrics-eval, or submissions collected by WMT, with "
        "source, references and outputs. Systems are then given by name; files also work.",
    )  # fmt: skip
    campaign_references: Sequence[str] = option(
        "--campaign-ref", multiple=True, metavar="NAME",
        help="Reference of the campaign, such as refB. Can be repeated.  [default: the first]",
    )  # fmt: skip
    list_test_sets: None = option(
        "--list-test-sets", is_flag=True, is_eager=True, callback=_print_test_sets,
        help="List the test sets and language pairs for -t and -l, and exit.",
    )  # fmt: skip

    @cached_property
    def campaign(self) -> Campaign | None:
        """The campaign, if one is named."""
        if self.campaign_folder is None:
            return None
        from bleu_core.readers.campaigns import open_campaign

        with as_bad_input():
            return open_campaign(self.campaign_folder, self.language_pair, self.campaign_references)

    def load(self) -> NamedSet | Campaign | None:
        """Read the test set, if one is named; prints a message for each download."""
        if self.test_set is None:
            return self.campaign
        from bleu_core.readers.testsets import load_named_set

        return load_named_set(
            self.test_set, self.language_pair, lambda message: print_messages([message])
        )


def check_test_set(ctx: click.Context) -> None:
    """Raise UsageError if a test set or a campaign is mixed with the options that it replaces."""
    params = ctx.params
    given = [flag for name, flag in _REPLACED.items() if params.get(name)]
    if params.get("campaign_folder") is not None:
        if given := [*(["-t"] if params["test_set"] else []), *given]:
            raise click.UsageError(campaign_messages.given_too(given))
        return
    if params.get("campaign_references"):
        raise click.UsageError(campaign_messages.no_campaign(["--campaign-ref"]))
    if params.get("test_set") is None:
        if params.get("language_pair") is not None:
            raise click.UsageError(messages.no_test_set())
    elif given:
        raise click.UsageError(messages.given_too(given))
