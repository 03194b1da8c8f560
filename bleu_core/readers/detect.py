"""Detect the format of a file from its content, or else from its name; readers of plugins."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bleu_core.common.formatting import truncate
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, archive, tool
from bleu_core.messages import file as messages
from bleu_core.messages.file import decoded
from bleu_core.readers.archives import archive_type, unpack
from bleu_core.readers.bitext import read_tmx, read_xliff
from bleu_core.readers.campaign_files import find_campaign
from bleu_core.readers.columns import parts_of_table, split_references
from bleu_core.readers.delimited import excel_separator, read_delimited, read_xlsx
from bleu_core.readers.json_parquet import read_json_columns, read_parquet_columns
from bleu_core.readers.markup import declared_encoding, end_of_doctype
from bleu_core.readers.mteval import read_mteval
from bleu_core.readers.parts import (
    File,
    Parts,
    ReadError,
    collecting,
    printable_name,
    text_column,
)
from bleu_core.readers.role_names import is_header
from bleu_core.readers.subtitles import read_subtitles, recognize_subtitles
from bleu_core.readers.text_files import codec_name, read_text, to_utf8
from bleu_core.readers.tool_logs import (
    read_log,
    read_opusmt,
    recognize_log,
    recognize_opusmt,
    unsupported_log,
)
from bleu_core.text.plugins import Plugin, Plugins, load_plugins

# The formats of the built-in readers.
FORMATS = {
    "text": "plain text, one segment per line",
    "mteval": "NIST/mteval or WMT XML",
    "tmx": "TMX",
    "xliff": "XLIFF",
    "tsv": "TSV",
    "csv": "CSV",
    "json": "JSON",
    "jsonl": "JSON Lines",
    "parquet": "Parquet",
    "xlsx": "XLSX",
    "fairseq": "fairseq log",
    "opennmt": "OpenNMT log",
    "marian": "Marian log",
    "nbest": "n-best list",
    "opusmt": "OPUS-MT comparison",
    "subtitles": "SRT or WebVTT subtitles",
    "tab-separated": "references separated by tabs",
}
# Bytes of a file to look at.
SNIFFED_BYTES = 65_536

_ROOTS = {
    "mteval": {"mteval", "srcset", "refset", "tstset", "dataset"},
    "tmx": {"tmx"},
    "xliff": {"xliff"},
}
_ELEMENT = re.compile(r"<([A-Za-z][\w:.-]{0,40})[\s>/]")
# An object, or a list of objects, up to its first key and value.
_OBJECT = re.compile(
    r"""\s*+(?:\[\s*+)?\{\s*+"(?:[^"\\]|\\.)*+"\s*+:\s*+(?:["\[{\d-]|true|false|null|$)"""
)
_SNIFFED_ROWS = 50  # rows whose length is looked at
# A tag with attributes and nothing else, followed by another tag or the end.
_FIRST_TAG = (
    r"""<[A-Za-z][\w:.-]*+(?:\s++[A-Za-z_][\w:.-]*+\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'|[^\s"'<>]++))*+"""
    r"\s*+/?>\s*+(?:<|$)"
)
_SUFFIXES = {"csv": "csv", "tsv": "tsv", "json": "json", "jsonl": "jsonl", "ndjson": "jsonl"}


def formats() -> dict[str, str]:
    """All formats with their names: built-in ones, then those of plugins."""
    return FORMATS | {name: plugin.part.about for name, plugin in plugin_readers().found.items()}


def format_problem(file: str, name: str) -> Message | None:
    """A message if a format is unknown, else None; plugins are read only for another name."""
    if name in FORMATS or name in plugin_readers().found:
        return None
    problem = plugin_readers().problems.get(name)
    return problem or messages.unknown_format(file, name, list(formats()))


def plugin_readers() -> Plugins:
    """The readers of plugins, by the name of their format."""
    return load_plugins("reader", tuple(FORMATS), check_reader)


def read(data: bytes, name: str, format: str | None = None, **options: Any) -> Parts:
    """Read one file, compressed or not, as `read_all`; ReadError for an archive of several."""
    found = read_all(data, name, format, **options)
    if len(found) > 1:
        raise ReadError([archive.several_files(name, [part.name for part in found])])
    return found[0]


def read_all(
    data: bytes,
    name: str,
    format: str | None = None,
    *,
    encoding: str | None = None,
    otherwise: str | None = None,
    progress: Progress | None = None,
) -> list[Parts]:
    """Read each file in an archive, or a single file; a campaign is read as one.

    `name` is for messages and its suffix, and never opened. `format` is one of `formats()`, else
    detected; `encoding` is of text that is not UTF-8, `otherwise` only if the file declares none.
    """
    if format is not None and (problem := format_problem(name, format)):
        raise ReadError([problem])
    files, left_out = unpack(data, printable_name(name))
    read_one = partial(_read_one, encoding=encoding, otherwise=otherwise, progress=progress)
    if format in (None, "text") and (campaign := find_campaign(files, name)):
        return [_prepend_repairs(campaign.read(partial(read_one, format="text")), left_out)]
    problems: list[str] = []
    found: list[Parts] = []
    for file in files:
        with collecting(problems):
            found.append(read_one(file, format))
    if problems:
        raise ReadError(problems)
    return [_prepend_repairs(found[0], left_out), *found[1:]]


def _prepend_repairs(part: Parts, repairs: Sequence[str]) -> Parts:
    """Add repairs that were made before the parts were read."""
    return replace(part, repairs=(*repairs, *part.repairs), reading=part.reading + len(repairs))


def _read_one(
    file: File,
    format: str | None,
    encoding: str | None,
    otherwise: str | None,
    progress: Progress | None,
) -> Parts:
    name, data = file.name, file.data
    chosen = format or _binary_format(data)
    if chosen not in FORMATS and (readers := plugin_readers().found):
        plugin = readers.get(chosen)
        if not chosen and recognise(data, name) == "text":  # no sign of our formats
            for plugin in readers.values():
                with plugin.named_in(ReadError, file=name):
                    if plugin.part.recognizes(data[:SNIFFED_BYTES], name):
                        break
            else:
                plugin = None
        if plugin:
            return read_with_plugin(plugin, data, name)
    if chosen == "parquet":
        return parts_of_table(read_parquet_columns(data, name, progress), name, chosen, [])
    if chosen == "xlsx":
        return read_xlsx(data, name, progress=progress)
    declared = declared_encoding(data) or ""
    # A declaration that is readable as ASCII is not in UTF-16.
    says = declared if codec_name(declared) and not declared.startswith("utf") else None
    utf8, repairs = to_utf8(data, name, encoding or says or otherwise)
    if b"\r" in utf8 and b"\n" not in utf8 and b"\r" in utf8.rstrip(b"\r"):
        utf8 = utf8.replace(b"\r", b"\n")
        repairs = (*repairs, decoded(name, "returns"))
    guess = chosen or recognise(utf8, name)
    if guess == "text" and not chosen and (problem := _unsupported(utf8, name)):
        raise ReadError([problem])
    if guess == "text" and data.startswith(codecs.BOM_UTF8):
        repairs = (*repairs, decoded(name, "mark"))
    try:
        return _prepend_repairs(_read_text(utf8, name, guess, progress), repairs)
    except ReadError as error:
        if chosen:
            raise
        message = messages.guessed_format(name, FORMATS[guess])
        raise ReadError([*error.problems, message]) from None


def _read_text(utf8: bytes, name: str, format: str, progress: Progress | None) -> Parts:
    match format:
        case "mteval":
            return read_mteval(utf8.decode(), name, progress)
        case "tmx":
            return read_tmx(utf8.decode(), name, progress=progress)
        case "xliff":
            return read_xliff(utf8.decode(), name, progress)
        case "csv" | "tsv":
            return read_delimited(utf8, name, form=format, progress=progress)
        case "json" | "jsonl":
            columns = read_json_columns(utf8, name, form=format, progress=progress)
            return parts_of_table(columns, name, format, [])
        case "opusmt":
            return read_opusmt(utf8, name)
        case "subtitles":
            return read_subtitles(utf8, name, FORMATS[format])
        case "fairseq" | "opennmt" | "marian" | "nbest":
            return read_log(utf8, name, format, FORMATS[format])
        case "tab-separated":
            return split_references(read_text(utf8, name))
    return read_text(utf8, name)


def recognise(data: bytes, name: str = "") -> str:
    """Detect one of `FORMATS`; text must be UTF-8, and is "text" without a sign of another."""
    if binary := _binary_format(data):
        return binary
    head = _head(data)
    start = head.lstrip()[:1]
    suffix = _SUFFIXES.get(name.rpartition(".")[2].lower(), "")
    if start == "<":
        elements = _root_elements(head) if _is_markup(head) else ()
        forms = [form for name in elements for form, roots in _ROOTS.items() if name in roots]
        return forms[0] if forms else "text"
    if start in ("{", "[", '"') and (form := _json_format(head, suffix)):
        return form
    if form := recognize_log(head) or recognize_subtitles(head) or recognize_opusmt(head, name):
        return form
    if excel_separator(data)[0]:
        return "csv"
    first, *others = [line.rstrip("\r") for line in head.split("\n")[:3]] or [""]
    for form, delimiter in (("tsv", "\t"), ("csv", ","), ("csv", ";"), ("csv", "|")):
        cells = [cell.strip('" ') for cell in first.split(delimiter)]
        # A table has separators, or quotes, in its rows too.
        like_a_row = not others or not others[0] or delimiter in others[0] or '"' in others[0]
        if is_header(cells, at_least=2) and max(map(len, cells)) <= 60 and like_a_row:
            return form if suffix or _has_rows(head, delimiter, len(cells)) else "text"
    # Otherwise only the suffix distinguishes a table, also one of one column, from text.
    tabular = {"csv": first.count(",") + first.count(";"), "tsv": first.count("\t")}
    is_named = suffix in tabular and is_header([first.strip('" ')])
    return suffix if is_named or tabular.get(suffix) else "text"


def _head(data: bytes) -> str:
    """The beginning of a text file: whole lines, if it has several."""
    head = data[:SNIFFED_BYTES]
    if len(data) > SNIFFED_BYTES and b"\n" in head:
        head = head[: head.rindex(b"\n") + 1]
    return head.decode("utf-8", "replace").replace("\r\n", "\n")


def _unsupported(utf8: bytes, name: str) -> Message | None:
    """A message if a file that no reader recognized is no plain text either."""
    head = _head(utf8)
    if not head.lstrip().startswith("<"):
        return unsupported_log(head, name)
    root = next(iter(_root_elements(head)), "") if _is_markup(head) else ""
    declared = re.match(r"\s*<(?:\?xml\s|!doctype\s)", head, re.IGNORECASE)
    if not declared:  # unlike in text, an element of a file ends in a later line than it begins
        element = rf"(?:[\w.-]+:)?{re.escape(root)}\b".encode()
        start, end = (re.search(mark + element, utf8, re.IGNORECASE) for mark in (rb"<", rb"</"))
        if not (root and start and end and b"\n" in utf8[start.end() : end.start()]):
            return None
    kind = f"XML with the root element <{truncate(root)}>" if root else "XML without an element"
    if root == "html":
        kind = "HTML"
    remedy = (
        "Supported are NIST (mteval) and WMT XML, TMX and XLIFF. Convert it to one of these, or to "
        "plain text with one segment per line."
    )
    return tool.unsupported(name, 1, kind, remedy)


def _binary_format(data: bytes) -> str:
    """The format of a binary file, or ""."""
    if data.startswith(b"PAR1"):
        return "parquet"
    return "xlsx" if archive_type(data) == "zip" else ""


def _is_markup(head: str) -> bool:
    """Whether markup follows the first tag, unlike in text."""
    element = _ELEMENT.search(head)
    declared = re.match(r"\s*<[?!]", head)
    return declared is not None or (
        element is not None and re.match(_FIRST_TAG, head[element.start() :]) is not None
    )


def _root_elements(head: str) -> list[str]:
    """The first element after comments and declarations, and the one that a DOCTYPE names."""
    position, named = 0, []
    while 0 <= position < len(head):
        rest = head[position:].lstrip()
        position = len(head) - len(rest)
        doctype = re.match(r"<!DOCTYPE\s+([\w:.-]{1,40})", rest, re.IGNORECASE)
        if rest.startswith("<!--"):
            position = _after(head, "-->", position)
        elif rest.startswith("<?"):
            position = _after(head, "?>", position)
        elif doctype:
            named = [doctype[1].lower()]
            position = end_of_doctype(head, position)
        else:
            element = _ELEMENT.match(rest)
            return [element[1].rpartition(":")[2].lower(), *named] if element else named
    return named


def _after(text: str, mark: str, start: int) -> int:
    """The position after a mark, or -1."""
    found = text.find(mark, start)
    return found + len(mark) if found >= 0 else -1


def _has_rows(head: str, delimiter: str, width: int) -> bool:
    """Whether most rows have as many cells as the first, unlike in text."""
    rows = csv.reader(head.split("\n")[1:_SNIFFED_ROWS], delimiter=delimiter)
    try:
        fits = [len(row) == width for row in rows if row]
    except csv.Error:
        return True  # the reader reports invalid quotes
    return '"' in head or 2 * sum(fits) >= len(fits)


def _json_format(head: str, suffix: str) -> str:
    """ "json", "jsonl" or "": text may also begin with a bracket."""
    head = head.lstrip()
    named = ("{", "[", '"') if suffix == "jsonl" else ("{", "[") if suffix == "json" else ()
    if head[:1] not in named and not _OBJECT.match(head):
        return ""
    if head.startswith("["):
        return "json"
    first, _, rest = head.partition("\n")
    one_a_line = first.rstrip().endswith("}") and rest.lstrip()[:1] == "{"
    return "jsonl" if one_a_line or suffix == "jsonl" else "json"


@dataclass(frozen=True)
class Reader:
    """A file format; `recognizes` gets a file's first bytes and name, `read` its bytes and name."""

    about: str
    recognizes: Callable[[bytes, str], bool]
    read: Callable[[bytes, str], Parts]


def check_reader(reader: Any) -> None:
    """Raise unless the object of an entry point is a reader with a name."""
    if not isinstance(reader, Reader) or not reader.about.strip():
        raise TypeError("the entry point is not a Reader with a name in about")


def read_with_plugin(plugin: Plugin, data: bytes, name: str) -> Parts:
    """The parts of a file; ReadError if it is damaged, or if the plugin fails."""
    with plugin.named_in(ReadError, file=name):
        parts = plugin.part.read(data, name)
        systems, references, metadata = (
            {str(key): text_column(texts) for key, texts in columns.items()}
            for columns in (parts.systems, parts.references, parts.metadata)
        )
        source, documents = (
            None if texts is None else text_column(texts)
            for texts in (parts.source, parts.documents)
        )
        named = [*systems.values(), *references.values(), *metadata.values()]
        lengths = {len(column) for column in (*named, source, documents) if column is not None}
        if len(lengths) != 1 or lengths == {0}:
            raise ValueError(f"read returned columns of the lengths {sorted(lengths)}")
        repairs = tuple(map(str, parts.repairs))
        return Parts(
            name, plugin.name, systems, references, source, documents, metadata,
            repairs=repairs, reading=len(repairs),
        )  # fmt: skip
