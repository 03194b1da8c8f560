"""The options of `compare --data`: a data set of Parquet, compared where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from bleu_core.messages import option
from bleu_core.text.config import BleuConfig

Command = TypeVar("Command", bound=Callable[..., Any])
LOCAL, HERE = "local", "here"

# What is for a data set alone, and what there must be of one, with the names of the parameters.
_OWN = {
    "data": "--data", "doc": "--doc", "cluster": "--cluster", "workers": "--workers",
    "statistics": "--statistics", "skip_bad": "--skip-bad",
}  # fmt: skip
_NEEDED = {"system_a": "--a COLUMN", "system_b": "--b COLUMN", "references": "--ref COLUMN"}
# What else holds for one. All other options read files, or need all texts at once.
_SHARED = {
    *_NEEDED, *(field.name for field in fields(BleuConfig)), "src", "form", "reports",
    "keeps", "opens", "accept_findings", "fail_under", "fail_if_significant", "fail_if",
    "level", "trials", "seed", "ngrams",
}  # fmt: skip


def data_options(command: Command) -> Command:
    """Give a command the options of a data set."""
    for each in (
        click.option(
            "--skip-bad", is_flag=True,
            help="Of a data set: compare without the groups of rows that cannot be counted, and "
            "list them.",
        ),
        click.option(
            "--statistics", type=click.Path(file_okay=False), metavar="FOLDER",
            help="Of a data set: where statistics are kept; of a cluster, a folder that all "
            "machines share.  [default: in the workspace]",
        ),
        click.option(
            "--workers", type=click.IntRange(1), metavar="N",
            help="Of --cluster local: how many processes.  [default: as many as cores]",
        ),
        click.option(
            "--cluster", callback=_check_cluster, metavar=f"{LOCAL}|{HERE}|ADDRESS",
            help="What counts a data set: processes on this machine, this process alone, or the "
            f"Dask cluster at an address such as tcp://10.0.0.1:8786.  [default: {LOCAL}; {HERE} "
            "where bleuscope[cluster] is not installed]",
        ),
        click.option(
            "--doc", metavar="COLUMN", help="Of a data set: the column with the document."
        ),
        click.option(
            "--data", multiple=True, metavar="PATH...",
            help="A data set of Parquet, of any size: folders, files or patterns. --a, --b, --ref "
            "and --src are then names of its columns.",
        ),
    ):  # fmt: skip
        command = each(command)
    return command


def is_of_a_data_set(ctx: click.Context) -> bool:
    """Whether `compare` is asked for a data set, and not for files.

    Raises
    ------
    UsageError
        Where what is given is partly for the one and partly for the other, or lacks something.
    """
    given = {
        param.name: param
        for param in ctx.command.params
        if param.name and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    }
    if "data" not in given:
        if own := [_OWN[name] for name in given if name in _OWN]:
            raise click.UsageError(option.only_with_data(own))
        return False
    if any(ctx.params[name] for name in ("a", "b")):
        raise click.UsageError(option.files_with_data())
    if lacks := [words for name, words in _NEEDED.items() if not ctx.params[name]]:
        raise click.UsageError(option.data_lacks(lacks))
    others = [
        param.opts[0]
        for name, param in given.items()
        if name not in _SHARED and name not in _OWN and isinstance(param, click.Option)
    ]
    if others:
        raise click.UsageError(option.not_with_data(others))
    if any(one.metric != "bleu" for conditions in ctx.params["fail_if"] for one in conditions):
        raise click.UsageError(option.metric_with_data())
    if ctx.params["workers"] and ctx.params["cluster"] not in (None, LOCAL):
        raise click.UsageError(option.workers_without_local(LOCAL))
    return True


def _check_cluster(ctx: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text is None or text in (LOCAL, HERE) or text.startswith(("tcp://", "tls://")):
        return text
    raise click.BadParameter(option.unknown_cluster(text, [LOCAL, HERE]))
