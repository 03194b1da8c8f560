"""`bleuscope plugins`: list the installed plugins, and those that are left out."""

from __future__ import annotations

import click

from bleu_core.cli.errors import BAD_INPUT, FINE, print_messages
from bleu_core.cli.options import options, options_class
from bleu_core.cli.output import format_option
from bleu_core.common.escaping import one_line
from bleu_core.common.plugins import Fault, Plugin, all_plugins
from bleu_core.messages import option as messages
from bleu_core.messages.plugin import KINDS

EPILOG = """\b
Exit codes:
  0    All plugins can be used.
  2    Plugins are left out. Each is reported with the reason.
"""


@options_class
class PluginOptions:
    """The options of `bleuscope plugins`."""

    output_format: str = format_option("text", "json")


@click.command(epilog=EPILOG)
@options(PluginOptions)
def plugins(options: PluginOptions) -> int:
    """List the plugins of installed packages, and import each of them.

    Packages add metrics, tokenizers, detectors, columns and file formats to
    BLEUscope.
    """
    from bleu_core.text.plugin_guard import left_out

    faults = _load_all()
    found = sorted(all_plugins(), key=lambda each: [*KINDS, each.group].index(each.group))
    if options.output_format == "json":
        import json

        fields = [_fields(plugin, faults.get(plugin)) for plugin in found]
        click.echo(json.dumps({"plugins": fields}, indent=1))
    elif found:
        rows = [_cells(plugin) for plugin in found if plugin not in faults]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            click.echo(one_line("  ".join(cells).rstrip()))
    else:
        click.echo(messages.no_plugins())
    print_messages([left_out(fault) for fault in faults.values()])
    return BAD_INPUT if faults else FINE


def _cells(plugin: Plugin) -> tuple[str, str, str]:
    return KINDS.get(plugin.group, plugin.group), plugin.name, f"{plugin.package} {plugin.version}"


def _fields(plugin: Plugin, fault: Fault | None) -> dict[str, str | None]:
    kind, _, _ = _cells(plugin)
    return {
        "kind": kind,
        "name": plugin.name,
        "package": plugin.package,
        "version": plugin.version,
        "problem": fault.reason if fault else None,
    }


def _load_all() -> dict[Plugin, Fault]:
    """Import the plugins of all groups; those that are left out."""
    from bleu_core.common.plugins import faults_so_far
    from bleu_core.explain.comparison import Comparison
    from bleu_core.readers import formats
    from bleu_core.segments.columns import table_of
    from bleu_core.text.config import tokenizer_names
    from bleu_core.text.evalset import EvalSet

    tokenizer_names()
    formats()
    # A table needs detectors, columns and metrics.
    table_of(Comparison.of(EvalSet({"A": ["a"], "B": ["a"]}, [["a"]])))
    unknown = [Fault(each, "unknown") for each in all_plugins() if each.group not in KINDS]
    known = [fault for group in KINDS for fault in faults_so_far(group)]
    return {fault.plugin: fault for fault in known + unknown}
