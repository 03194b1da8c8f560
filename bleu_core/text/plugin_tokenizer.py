"""A tokenizer of a plugin, which is checked, and named where it fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bleu_core.common.plugins import Plugin
from bleu_core.messages import plugin as messages
from bleu_core.text.plugin_guard import guarded

# A text without white space at its end, lower-cased if the settings say so -> its tokens.
Tokenize = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class PluginTokenizer:
    """A function from a text to its tokens."""

    split: Tokenize
    plugin: Plugin

    @property
    def signature(self) -> str:
        """Its name in signatures, with package and version: "dashes-bleuscope-example-1.2"."""
        return f"{self.plugin.name}-{self.plugin.stamp}"

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text; PluginError if they are no strings without white space."""
        with guarded(self.plugin):
            return _checked(self.split(text))


def _checked(tokens: Sequence[str]) -> list[str]:
    for token in tokens:
        # Tokens are joined with spaces, and split there again.
        if not isinstance(token, str) or token.split() != [token]:
            got, expected = f"the token {token!r}", "a non-empty string without white space"
            raise ValueError(messages.wrong_result("The tokenizer", got, expected))
    return list(tokens)


def plugin_tokenizer(plugin: Plugin, split: Tokenize) -> PluginTokenizer:
    """The tokenizer of a plugin, tried on a text."""
    _checked(split("A text, to try it."))
    return PluginTokenizer(split, plugin)
