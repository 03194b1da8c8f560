"""Link scripts and style sheets that import one another into one text per component.

Streamlit takes a component's script as a text, whose `export default` it calls. The files here are
true ES modules and plain CSS, as editors, type checkers and browsers read them; nothing is served
or built. `linked` follows their imports, takes each file once, before those that import it, and
removes imports and comments. All modules of a script then share one scope, so a top-level name may
occur in only one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bleu_core.common.wording import listed

# Each on its own line: import { one, another } from "./module.js"; and @import url("./sheet.css");
_IMPORT = re.compile(
    r'^(?:import \{[^}]+\} from|@import) (?:url\()?"(\./|\.\./)([^"]+)"\)?;\n', re.MULTILINE
)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
_OTHER = re.compile(r"^(?:@?import\b|export [{*]).*", re.MULTILINE)
_NAME = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


class LinkError(Exception):
    """Files that cannot be linked; the message says which, and why."""


def linked(*entries: Path) -> str:
    """The files `entries` and all their imports, as one text.

    Raises
    ------
    LinkError
        Circular imports, unsupported imports, or a name that occurs twice.
    """
    texts = dict(pair for entry in entries for pair in _files(entry.resolve(), ()))
    owners: dict[str, Path] = {}
    for path, text in texts.items():
        for name in _NAME.findall(text) if path.suffix == ".js" else ():
            if owners.setdefault(name, path) != path:
                raise LinkError(f"{owners[name]} and {path} both have {name} at the top.")
    return "".join(_EXPORT.sub("", text) for text in texts.values())


def _files(path: Path, above: tuple[Path, ...]) -> Iterator[tuple[Path, str]]:
    """Each file with its text without imports and comments, after the files it imports."""
    if path in above:
        raise LinkError(f"{path} imports itself by way of {listed(map(str, above))}.")
    text = _COMMENT.sub("", path.read_text(encoding="utf-8")).rstrip() + "\n"
    for start, rest in _IMPORT.findall(text):
        yield from _files((path.parent / (start + rest)).resolve(), (*above, path))
    text = _IMPORT.sub("", text)
    if other := _OTHER.search(text):
        raise LinkError(f"{path} has “{other[0]}”, which is not read here.")
    yield path, text
