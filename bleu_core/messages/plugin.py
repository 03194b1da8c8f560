"""Plugins that cannot be used, or that fail."""

from __future__ import annotations

from bleu_core.common.plugins import Group
from bleu_core.messages import Area

KINDS: dict[Group, str] = {
    "metrics": "metric",
    "tokenizers": "tokenizer",
    "detectors": "detector",
    "columns": "column",
    "readers": "reader",
}

plugin = Area(
    "plugin",
    kind={str(group): kind for group, kind in KINDS.items()},
    why={
        "nameless": "the metadata of its package has no name or no version",
        "unknown": "this version of BLEUscope has no plugins of this kind",
        "taken": "its name is already in use",
        "misnamed": "a name has up to 40 characters: a lower-case letter, then lower-case letters, "
        "digits, _, + and -",
    },
)


@plugin.warning(
    "The {group:kind} {name!r} of the plugin {package} {version} is not available: {reason:why}. "
    "Update or uninstall {package}."
)
def left_out(group: str, name: str, package: str, version: str, reason: str) -> str: ...
@plugin.error(
    "The {group:kind} {name!r} of the plugin {package} {version} failed: {reason:reason}. Update "
    "or uninstall {package}."
)
def failed(group: str, name: str, package: str, version: str, reason: str) -> str: ...
@plugin.error("{file} cannot be read. {reason}")
def not_read(file: str, reason: str) -> str: ...
@plugin.error("{what} returned {got}; {expected} was expected.")
def wrong_result(what: str, got: str, expected: str) -> str: ...
