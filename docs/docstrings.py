"""Read the docstrings of the library as mkdocstrings expects them.

Simple tables of reStructuredText become tables of Markdown, and examples without a heading get one.
"""

import re
from typing import Any

import griffe

TABLE = re.compile(r"(?m)^(=+ )=+\n(.+)\n=+ =+\n((?:.+\n)+?)=+ =+$")


def as_markdown(table: re.Match[str]) -> str:
    """A table of two columns; an indented line continues the row above."""
    edge = len(table[1])
    rows: list[list[str]] = []
    for line in [table[2], *table[3].splitlines()]:
        if line[:edge].strip():
            rows.append([line[:edge].strip(), line[edge:].strip()])
        else:
            rows[-1][1] += f" {line.strip()}"
    rows.insert(1, ["---", "---"])
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in escaped)


def with_heading(docstring: str) -> str:
    """Put the heading of the section Examples before the first example."""
    if "Examples\n---" in docstring:
        return docstring
    return re.sub(r"(\n\n)(>>> )", r"\1Examples\n--------\n\2", docstring, count=1)


class Docstrings(griffe.Extension):
    """Rewrites each docstring when it is read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = TABLE.sub(as_markdown, with_heading(obj.docstring.value))
