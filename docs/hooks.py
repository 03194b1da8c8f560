"""Before the site is built: load the commands, which `bleuscope` imports only when it is called."""

from importlib import import_module
from typing import Any

from bleu_core.cli import COMMANDS, command


def on_config(config: Any) -> None:
    for name, (path, _) in COMMANDS.items():
        module, _, function = path.partition(".")
        command.add_command(getattr(import_module(f"bleu_core.cli.{module}"), function), name)
