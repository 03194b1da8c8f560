"""Scripts and style sheets of the browser that the app and saved pages share.

One code draws a highlight wherever it is seen. Other scripts import these as "browser/NAME.js"
(style sheets: "browser/NAME.css"), and the views as "viewer/NAME.js", wherever the packages are
installed. Nothing here knows of Streamlit, or where its data comes from.

- `dom`: elements, drawings, and how tables are walked by keys
- `pair`: what the two compared systems are called
- `glossary_tip`, `characters`, `table`, `delta_strip`: parts of any screen
- `top_bar`, `keys`: the header, and the keys of all screens with their sheet
- `matrix`, `board`: all pairs of systems, and all sets of a suite
- `expression/`: the field of a filter, with completion

`link_files` makes one text of a script and all that it imports: nothing is built, and no tool is
needed to run the app from its files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bleu_core.common.formatting import join_words
from bleu_core.common.pair import fill_names

BROWSER = Path(__file__).parent
# What the names before "/" in imports stand for.
FOLDERS = {"browser/": BROWSER, "viewer/": BROWSER.with_name("viewer")}
_PAIR = (BROWSER / "pair.js").resolve()

# Each on its own line: import { one, another } from "./module.js"; and @import url("./sheet.css");
_IMPORT = re.compile(
    r'^(?:import \{[^}]+\} from|@import) (?:url\()?"(\.{1,2}/|browser/|viewer/)([^"]+)"\)?;\n',
    re.MULTILINE,
)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
_OTHER = re.compile(r"^(?:@?import\b|export [{*]).*", re.MULTILINE)
_NAME = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


class LinkError(Exception):
    """Files that cannot be linked; the message says which, and why."""


def link_files(*entries: Path) -> str:
    """Files and all their imports as one text; LinkError for circular imports or a name twice."""
    texts = dict(pair for entry in entries for pair in _linked_files(entry.resolve(), ()))
    owners: dict[str, Path] = {}
    for path, text in texts.items():
        for name in _NAME.findall(text) if path.suffix == ".js" else ():
            if owners.setdefault(name, path) != path:
                raise LinkError(f"{owners[name]} and {path} both have {name} at the top.")
    return "".join(_EXPORT.sub("", text) for text in texts.values())


def _linked_files(path: Path, above: tuple[Path, ...]) -> Iterator[tuple[Path, str]]:
    """Each file with its text without imports and comments, after the files it imports."""
    if path in above:
        raise LinkError(f"{path} imports itself by way of {join_words(map(str, above))}.")
    text = path.read_text(encoding="utf-8")
    text = _COMMENT.sub("", fill_names(text) if path == _PAIR else text).rstrip() + "\n"
    for start, rest in _IMPORT.findall(text):
        wanted = FOLDERS.get(start, path.parent / start) / rest
        yield from _linked_files(wanted.resolve(), (*above, path))
    text = _IMPORT.sub("", text)
    if other := _OTHER.search(text):
        raise LinkError(f"{path} has “{other[0]}”, which is not read here.")
    yield path, text
