"""Options of test sets by name: sacreBLEU's, and campaigns in folders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from bleu_core.cli.errors import BadInput, as_bad_input, print_messages
from bleu_core.cli.options import option, options_class
from bleu_core.common.escaping import one_line
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import option as option_messages
from bleu_core.messages import testset as messages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bleu_core.readers.campaigns import Campaign
    from bleu_core.readers.testsets import NamedSet
    from bleu_core.text.evalset import EvalSet

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


class Subset(NamedTuple):
    """The segments that --origlang and --subset select, and an expression that does so too."""

    rows: NDArray[np.int64]
    where: str


def _check_pattern(
    ctx: click.Context, parameter: click.Parameter, pattern: str | None
) -> str | None:
    if pattern is not None:
        from bleu_core.segments.expressions.checking import pattern_problem

        if reason := pattern_problem(pattern.removeprefix("country:")):
            raise click.UsageError(messages.bad_pattern(pattern, one_line(reason)))
    return pattern


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
        help="Language pair of -t or --campaign, such as en-de. With or without "
        "them, the target language chooses the default tokenizer, as in sacreBLEU.",
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
    origlang: str | None = option(
        "--origlang", metavar="LANGUAGE",
        help="Select the segments of -t with this original language, such as en; non-en for all "
        "others.",
    )  # fmt: skip
    subset: str | None = option(
        "--subset", metavar="PATTERN", callback=_check_pattern,
        help="Select the segments of -t whose domain, or country and domain, matches a regular "
        "expression, as in sacreBLEU.",
    )  # fmt: skip
    list_test_sets: None = option(
        "--list-test-sets", is_flag=True, is_eager=True, callback=_print_test_sets,
        help="List the test sets and language pairs for -t and -l, and exit.",
    )  # fmt: skip

    @property
    def pair(self) -> str | None:
        """The language pair, also if the campaign has only one."""
        return self.campaign.language_pair if self.campaign else self.language_pair

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

    def select(self, named: NamedSet | Campaign | None, evalset: EvalSet) -> Subset | None:
        """The segments that --origlang and --subset select; None without these options."""
        if self.origlang is None is self.subset:
            return None
        import numpy as np

        from bleu_core.readers.testsets import NamedSet
        from bleu_core.segments.expressions import ColumnTest, Name, Pattern, written_conjuncts

        assert isinstance(named, NamedSet)  # the options are refused otherwise
        conditions = named.conditions(self.origlang, self.subset)
        matches = np.all([one.mask(evalset.metadata[one.column]) for one in conditions], axis=0)
        where = written_conjuncts(
            ColumnTest(Name(column), sign, (Pattern(value) if sign == "~" else value,))
            for column, sign, value in conditions
        )
        if not matches.any():
            raise BadInput([option_messages.no_segment("--origlang, --subset", where)])
        return Subset(np.flatnonzero(matches), where)


def check_test_set(ctx: click.Context) -> None:
    """Raise UsageError if a test set or a campaign is mixed with the options that it replaces."""
    params = ctx.params
    given = [flag for name, flag in _REPLACED.items() if params.get(name)]
    selecting = {"origlang": "--origlang", "subset": "--subset"}
    selected = [flag for name, flag in selecting.items() if params.get(name) is not None]
    if params.get("campaign_folder") is not None:
        if given := [*(["-t"] if params["test_set"] else []), *given]:
            raise click.UsageError(messages.given_too(given))
    elif params.get("campaign_references"):
        raise click.UsageError(campaign_messages.no_campaign(["--campaign-ref"]))
    elif params.get("test_set") is None and "-" not in (params.get("language_pair") or "-"):
        raise click.UsageError(messages.no_pair(params["language_pair"]))
    if params.get("test_set") is None and selected:
        raise click.UsageError(messages.nothing_to_select(selected))
    if params.get("test_set") is not None and given:
        raise click.UsageError(messages.given_too(given))
