"""Options of test sets by name: sacreBLEU's, and campaigns in folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import BadInput, as_bad_input, print_messages
from bleu_core.cli.options import STANDARD_INPUT, option, options_class
from bleu_core.common.escaping import one_line
from bleu_core.messages import campaign as campaign_messages
from bleu_core.messages import option as option_messages
from bleu_core.messages import query
from bleu_core.messages import testset as messages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bleu_core.metrics import ImportedScores
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.readers.testsets import NamedSet
    from bleu_core.text.evalset import EvalSet

    Subset = tuple[NDArray[np.int64], str]

# The parameters that a test set replaces, with their options; --ref names references of a campaign.
_REPLACED = {"references": "--ref", "src": "--src", "docs": "--docs", "data": "--data"}


def print_test_sets() -> None:
    """Print the test sets and language pairs of -t and -l."""
    from bleu_core.readers.testsets import available_sets

    known = available_sets()
    width = max(map(len, known))
    for name, pairs in known.items():
        click.echo(f"{name.ljust(width)}  {' '.join(pairs)}")


def _check_pattern(
    ctx: click.Context, parameter: click.Parameter, pattern: str | None
) -> str | None:
    if pattern is not None:
        from bleu_core.segments.expressions.checking import pattern_problem

        if reason := pattern_problem(pattern.removeprefix("country:")):
            raise click.UsageError(query.not_a_pattern(f"--subset {pattern!r}", one_line(reason)))
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
    # A folder, which `check_test_set` opens.
    campaign: Campaign | None = option(
        "--campaign", type=click.Path(path_type=Path), metavar="FOLDER",
        help="Campaign in the layout of mt-metrics-eval, or submissions collected by WMT, with "
        "source, references and outputs. Systems are then given by name; files also work. --ref "
        "then names its references, such as refB; the default is the first.",
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

    @property
    def pair(self) -> str | None:
        """The language pair, also if the campaign has only one."""
        return self.campaign.language_pair if self.campaign else self.language_pair

    def load(self) -> NamedSet | Campaign | None:
        """Read the test set, if one is named; prints a message for each download."""
        if self.test_set is None:
            return self.campaign
        from bleu_core.readers.testsets import load_named_set

        return load_named_set(
            self.test_set, self.language_pair, lambda message: print_messages([message])
        )

    def select(self, named: NamedSet | Campaign | None, evalset: EvalSet) -> Subset | None:
        """The rows that --origlang and --subset select, and an expression that does so too."""
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
        return np.flatnonzero(matches), where


def check_test_set(ctx: click.Context) -> None:
    """Refuse options that a test set replaces, and open the campaign."""
    params = ctx.params
    given = [flag for name, flag in _REPLACED.items() if params.get(name)]
    selecting = {"origlang": "--origlang", "subset": "--subset"}
    selected = [flag for name, flag in selecting.items() if params.get(name) is not None]
    if params.get("test_set") is None and selected:
        raise click.UsageError(
            option_messages.needs(selected[0], "a test set. Name one with -t, such as wmt23")
        )
    if params.get("campaign") is not None:
        given = [*(["-t"] if params["test_set"] else []), *given]
        if given := [flag for flag in given if flag != "--ref"]:
            raise click.UsageError(messages.given_too(given))
        from bleu_core.readers.campaigns import open_campaign

        folder, pair, names = params["campaign"], params["language_pair"], params["references"]
        with as_bad_input():
            params["campaign"], params["references"] = open_campaign(folder, pair, names), ()
    elif params.get("test_set") is not None and given:
        raise click.UsageError(messages.given_too(given))
    elif params.get("test_set") is None and "-" not in (params.get("language_pair") or "-"):
        raise click.UsageError(messages.no_pair(params["language_pair"]))


def campaign_outputs(
    campaign: Campaign, outputs: Sequence[str], list_scores: bool = False
) -> tuple[list[str], list[str]]:
    """Paths of outputs that are names of systems or files; and names, "" for one of a file.

    Prints what else the campaign has. BadInput has a message for each unknown name.
    """
    from bleu_core.text.evalset import InputError

    paths, problems = list[str](), list[str]()
    for output in outputs:
        try:
            paths.append(output if output == STANDARD_INPUT else str(campaign.output(output)))
        except InputError as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    called = campaign.name, campaign.language_pair
    if unused := campaign.unused_references:
        used = list(campaign.parts.references)
        print_messages([campaign_messages.references(*called, used, unused)])
    if list_scores and (names := [*campaign.metrics, *campaign.human]):
        print_messages([campaign_messages.scores(*called, names)])
    return paths, [output if output in campaign.outputs else "" for output in outputs]


def human_scores(
    campaign: Campaign | None, evalset: EvalSet, imported: Sequence[ImportedScores]
) -> list[ImportedScores]:
    """Human segment scores to save with a test set, except imported ones; prints problems."""
    if campaign is None:
        return []
    scores, problems = campaign.human_scores(evalset)
    print_messages(problems)
    scores = [each for each in scores if each.key not in {other.key for other in imported}]
    if scores:
        print_messages([campaign_messages.human_scores([each.name for each in scores])])
    return scores
