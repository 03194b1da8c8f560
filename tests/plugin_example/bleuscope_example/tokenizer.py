"""A tokenizer: words, with each part of a hyphenated word as a token of its own."""

import re

_TOKEN = re.compile(r"\w+|[^\w\s]")


def split(text):
    """The entry point: the tokens of a text, which is lower-cased already if that is a setting."""
    return _TOKEN.findall(text)
