"""Options of sacreBLEU's test sets: -t, -l and --list-test-sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import print_messages
from bleu_core.cli.options import option, options_class
from bleu_core.messages import testset as messages

if TYPE_CHECKING:
    from bleu_core.readers.testsets import NamedSet

# The parameters that a test set replaces, with their options.
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
    """A test set of sacreBLEU instead of files."""

    test_set: str | None = option(
        "-t", "--test-set", metavar="NAME",
        help="Test set of sacreBLEU, such as wmt23, with its source, references and documents. "
        "sacreBLEU downloads it on first use.",
    )  # fmt: skip
    language_pair: str | None = option(
        "-l", "--language-pair", metavar="PAIR", help="Language pair of -t, such as en-de."
    )
    list_test_sets: None = option(
        "--list-test-sets", is_flag=True, is_eager=True, callback=_print_test_sets,
        help="List the test sets and language pairs for -t and -l, and exit.",
    )  # fmt: skip

    def load(self) -> NamedSet | None:
        """Read the test set, if one is named; prints a message for each download."""
        if self.test_set is None:
            return None
        from bleu_core.readers.testsets import load_named_set

        return load_named_set(
            self.test_set, self.language_pair, lambda message: print_messages([message])
        )


def check_test_set(ctx: click.Context) -> None:
    """Raise UsageError if a test set and the options that it replaces are mixed."""
    if ctx.params.get("test_set") is None:
        if ctx.params.get("language_pair") is not None:
            raise click.UsageError(messages.no_test_set())
    elif given := [flag for name, flag in _REPLACED.items() if ctx.params.get(name)]:
        raise click.UsageError(messages.given_too(given))
