"""Plugins that fail, also while they are loaded."""

from __future__ import annotations

from bleu_core.messages import Area

plugin = Area("plugin")


@plugin.error(
    "The {kind} {name!r} of the plugin {package} {version} failed{file:? on #}: {reason:reason}. "
    "Update or uninstall {package}."
)
def failed(
    kind: str, name: str, package: str, version: str, reason: str, file: str = ""
) -> str: ...
