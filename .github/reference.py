"""Writes LIBRARY.md, the reference of the library, from the docstrings of `bleu_core`.

    .venv/bin/python .github/reference.py            # writes it anew
    .venv/bin/python .github/reference.py --check    # exits with 1 where it is not up to date

Docstrings have numpydoc's sections; what is in them is text, in which only `code` is marked. Their
examples are run with the tests, as all of `bleu_core`'s are.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from textwrap import dedent
from types import FunctionType

HERE = Path(__file__).parent
TARGET = HERE / "LIBRARY.md"
# Sections whose lines are `name : type`, with what they mean indented below.
FIELDS = ("Parameters", "Attributes", "Raises", "Warns", "Returns", "Yields")
WIDTH = 96
HEAD = """# The library

Made from the docstrings by `.github/reference.py`; every example is run with the tests.
A is the baseline, B the candidate, every Δ is B − A. S is the number of segments, N that of
n-gram orders. Examples take for granted `import numpy as np`, `from bleu_core import *` and what
their chapter imports. What a number means, and why another tool's differs:
[NUMBERS.md](NUMBERS.md).
"""


@dataclass(frozen=True)
class Chapter:
    """Names of one module, and what they are for; as `library.toml` has them."""

    title: str
    module: str
    about: str
    names: tuple[str, ...]

    def members(self) -> dict[str, object]:
        module = import_module(self.module)
        return {name: attrgetter(name)(module) for name in self.names}


def chapters() -> list[Chapter]:
    """What the reference has, in its order."""
    listed = tomllib.loads((HERE / "library.toml").read_text("utf-8"))["chapter"]
    return [
        Chapter(one["title"], one["module"], one["about"], tuple(one["names"])) for one in listed
    ]


def written() -> str:
    """The whole of LIBRARY.md."""
    all_chapters = chapters()
    parts = [
        HEAD,
        "\n".join(f"- [{c.title}](#{anchor(c.title)}): {linked(c)}" for c in all_chapters),
    ]
    for chapter in all_chapters:
        parts.append(f"\n## {chapter.title}\n\n`from {chapter.module} import …`. {chapter.about}")
        for name, member in chapter.members().items():
            parts.append(f"\n### {name}\n\n{entry(name, member)}")
    return "\n".join(parts).rstrip() + "\n"


def anchor(heading: str) -> str:
    """The name under which GitHub links to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def linked(chapter: Chapter) -> str:
    return ", ".join(f"[`{name}`](#{anchor(name)})" for name in chapter.names)


def entry(name: str, member: object) -> str:
    """How it is called, its docstring, and of a class what it can do."""
    is_class, is_method = inspect.isclass(member), "." in name
    called = class_as_called(name, member) if is_class else as_called(member, name, is_method)
    return "\n\n".join(
        part
        for part in (
            f"```python\n{called}\n```",
            as_markdown(inspect.getdoc(member) or ""),
            methods(member) if is_class else "",
        )
        if part
    )


def as_called(function: FunctionType, name: str | None = None, bound: bool = False) -> str:
    """`name(parameter: type = default, …) -> type`, with defaults as they are written."""
    node = tree_of(function)
    arguments = node.args
    if bound:
        arguments.args = arguments.args[1:]
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{name or node.name}({ast.unparse(arguments)}){result}"
    if len(line) <= WIDTH:
        return line
    each = ",\n    ".join(split_arguments(arguments))
    return f"{name or node.name}(\n    {each},\n){result}"


def split_arguments(arguments: ast.arguments) -> list[str]:
    """The parameters one by one, with their types and defaults."""
    named = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(named) - len(arguments.defaults)) + list(arguments.defaults)
    written = [parameter(*pair) for pair in zip(named, defaults, strict=True)]
    if arguments.vararg:
        written.append(f"*{parameter(arguments.vararg, None)}")
    elif arguments.kwonlyargs:
        written.append("*")
    keyword_only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    written += [parameter(*pair) for pair in keyword_only]
    return written + [f"**{parameter(a, None)}" for a in [arguments.kwarg] if a]


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")


def tree_of(source: object) -> ast.FunctionDef | ast.ClassDef:
    (node,) = ast.parse(dedent(inspect.getsource(source))).body
    return node


def class_as_called(name: str, member: type) -> str:
    """How one is made: the fields of a dataclass or a NamedTuple, or what `__init__` takes."""
    own = vars(member).get("__init__")
    node = tree_of(member)
    made_by_hand = [n for n in node.body if getattr(n, "name", "") == "__init__"]
    if made_by_hand and isinstance(own, FunctionType):
        return as_called(own, name, bound=True).removesuffix(" -> None")
    fields = [ast.unparse(n) for n in node.body if isinstance(n, ast.AnnAssign)]
    fields = [field for field in fields if not field.startswith("_")]
    if not fields:
        return f"class {name}"
    line = f"{name}({', '.join(fields)})"
    return line if len(line) <= WIDTH else f"{name}(\n    " + ",\n    ".join(fields) + ",\n)"


def methods(member: type) -> str:
    """A table of what an object of a class can do: the first paragraph of each docstring."""
    rows = []
    for name, value in vars(member).items():
        function = getattr(value, "__func__", None) or made_by(value) or value
        text = inspect.getdoc(function) if isinstance(function, FunctionType) else None
        if name.startswith("_") or not text:
            continue
        takes = "" if made_by(value) else f"({taken(function)})"
        about = escaped(" ".join(text.split("\n\n")[0].split())).replace("|", "\\|")
        rows.append(f"| `.{name}{takes}` | {about} |")
    return "\n".join(["| | |", "|---|---|", *rows]) if rows else ""


def taken(method: FunctionType) -> str:
    """The names of what a method takes."""
    _, *named = inspect.signature(method).parameters.values()
    return ", ".join(str(one.replace(annotation=one.empty, default=one.empty)) for one in named)


def made_by(value: object) -> object:
    """The function behind a property, cached or not."""
    return getattr(value, "fget", None) or getattr(value, "func", None)


def as_markdown(docstring: str) -> str:
    """A docstring with numpydoc's sections, as Markdown."""
    head, *rest = re.split(r"(?m)^([A-Z][a-z]+)\n-{3,}\n", docstring)
    blocks = [prose(head)]
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        text = fields(body) if title in FIELDS else prose(body)
        blocks.append(text if title == "Examples" else f"**{title}**\n\n{text}")
    return "\n\n".join(block for block in blocks if block)


def fields(body: str) -> str:
    """`name : type`, or a type alone, and what it means, as a list; then remarks on all of them."""
    lines = []
    for block in re.split(r"\n(?=\S)", body.strip("\n")):
        head, _, meaning = block.partition("\n")
        named = re.match(r"[*\w, ]+( :|$)", head)
        if not named and not meaning.startswith(" "):
            lines.append("\n" + prose(block))
            continue
        name, between, kind = head.partition(" : ")
        shown = f"`{name.strip()}`" if named else escaped(head)
        kind = between and f", {escaped(kind)}"
        about = prose(dedent(meaning)).replace("\n", "\n  ")
        lines.append(f"- {shown}{kind}{about and f': {about}'}")
    return "\n".join(lines)


def prose(text: str) -> str:
    """Paragraphs as they are; examples as blocks of code."""
    paragraphs = [p for p in re.split(r"\n\s*\n", text.strip("\n")) if p.strip()]
    return "\n\n".join(map(paragraph, paragraphs)).replace("\n```\n\n```pycon\n", "\n\n")


def paragraph(text: str) -> str:
    if text.lstrip().startswith(">>>"):
        return f"```pycon\n{text.strip()}\n```"
    return as_table(text) if re.match(r"=+ +=+\n", text) else escaped(text)


def as_table(text: str) -> str:
    """A simple table of reStructuredText, of two columns; what is indented goes on above."""
    ruler, head, _, *lines = text.split("\n")
    edge = ruler.index(" ") + 1
    rows = [[head[:edge], head[edge:]], ["---", "---"]]
    for line in lines[:-1]:
        if line[:edge].strip():
            rows.append([line[:edge], line[edge:]])
        else:
            rows[-1][1] += f" {line.strip()}"
    cells = [[escaped(cell.strip()).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def escaped(text: str) -> str:
    """Text in which nothing but `code` means anything to Markdown."""
    pieces = re.split(r"(`[^`]*`)", text)
    pieces[::2] = [re.sub(r"[*<]|\b_|_\b", r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def main(arguments: list[str]) -> int:
    now = written()
    if "--check" in arguments:
        return int(TARGET.read_text("utf-8") != now)
    TARGET.write_text(now, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
