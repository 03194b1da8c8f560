"""Errors of plugins: whatever a plugin raises becomes an error that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bleu_core.common.formatting import format_error
from bleu_core.common.plugins import Fault, Plugin, prints_to_stderr
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import plugin as messages
from bleu_core.text.evalset import InputError


class PluginError(InputError):
    """A plugin that failed; the message names it, with its package and version."""


@contextmanager
def guarded(plugin: Plugin, progress: Progress | None = None) -> Iterator[Progress | None]:
    """Raise PluginError for whatever the plugin raises, except what `progress` raises to stop.

    What the plugin prints goes to standard error.
    """
    stops: list[BaseException] = []

    def watched(part: float) -> None:
        try:
            assert progress
            progress(part)
        except BaseException as error:
            stops.append(error)
            raise

    try:
        with prints_to_stderr():
            yield watched if progress else None
    except (Exception, SystemExit) as error:
        if error in stops or isinstance(error, PluginError):
            raise
        raise PluginError([messages.failed(*plugin, format_error(error))]) from error


def with_origin(about: str, plugin: Plugin) -> str:
    """A sentence on a part, and which plugin it is from."""
    return f"{about} From the plugin {plugin.package} {plugin.version}."


def left_out(fault: Fault) -> Message:
    """The message on a plugin that is left out."""
    return messages.left_out(*fault.plugin, fault.reason)
