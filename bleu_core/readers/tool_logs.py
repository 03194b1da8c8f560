"""Logs (put in order by segment number), n-best lists, and OPUS-MT's comparisons."""

from __future__ import annotations

import re
from pathlib import PurePath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy, string_array
from bleu_core.common.formatting import join_words
from bleu_core.messages import Message, file
from bleu_core.messages import tool as messages
from bleu_core.readers.parts import Ids, Parts, ReadError
from bleu_core.readers.text_files import read_array

_PREFIX = r"(?:\[[^\]\n]*\] ?)?"  # time and level
_ID = "(?P<id>-?[0-9]+)"
# How the lines of a tool begin, as an expression of Arrow (RE2); the kinds of lines with outputs,
# the best one first, with references and with sources; and possible numbers of the first segment.
_LOGS: dict[str, tuple[str, tuple[str, ...], str, str, tuple[int, ...]]] = {
    # fairseq-generate and fairseq-interactive: D- is detokenized, H- is not.
    "fairseq": (rf"^(?P<kind>[STHD])-{_ID}(?:\t|$)", ("D", "H"), "T", "S", (0,)),
    "opennmt": (
        rf"^{_PREFIX}(?P<kind>SENT|PRED|GOLD) {_ID}:(?: |$)", ("PRED",), "GOLD", "SENT", (1,)
    ),
    "marian": (
        rf"^{_PREFIX}{_PREFIX}(?P<kind>Best translation) {_ID} :(?: |$)",
        ("Best translation",), "", "", (0,),
    ),
    # Moses, Marian, Joshua, cdec
    "nbest": (rf"^ *{_ID} (?P<kind>\|\|\|)(?: |$)", ("|||",), "", "", (0, 1)),
}  # fmt: skip

# Signs of logs, in Python's expressions without nested repetition: their cost is linear.
_OPENNMT = re.compile(rf"^{_PREFIX}PRED \d+:.*\n{_PREFIX}PRED SCORE: ", re.MULTILINE)
_OPENNMT_TEXT = re.compile(rf"{_PREFIX}(?:SENT|PRED|GOLD) \d+: ")
_MARIAN = re.compile(r"^\[[^\]\n]*\] ?(?:\[\w+\] )?Best translation \d+ :", re.MULTILINE)
_NBEST = re.compile(r" *-?\d+ \|\|\|( |$)")
_FAIRSEQ = re.compile(r"[A-Z]-\d+(\t|$)")
_TEXT = re.compile(r"[ST]-\d+\t")
_SCORED = re.compile(r"[HD]-\d+\t(-?\d|-?inf|nan)")
_SCORE = r"^(?:[-+0-9.e]+|-?inf|-?nan)(?:\t|$)"

_UNSUPPORTED = (
    (
        "a PO file of gettext",
        r'^msgid ".*"\n(?:".*"\n)*msg(?:str|id_plural)\b',
        "Convert it to CSV with po2csv of the Translate Toolkit.",
    ),
    ("subtitles of SubStation Alpha", r"\A\s*\[Script Info\]", "Convert them to SRT."),
    ("an RTF document", r"\A\{\\rtf\d", "Save it as plain text, one segment per line."),
    (
        "a log of Tensor2Tensor",
        r"^(?:INFO:|I\d{4} ).*\bInference results OUTPUT: ",
        "Use the file that its option --decode_to_file names.",
    ),
    (
        "a log of JoeyNMT",
        r"^[^\t\n]*\tReference: .*\n[^\t\n]*\tHypothesis: ",
        "It shows only examples. Use the file that its option --output_path names.",
    ),
    ("a log of Moses", r"^BEST TRANSLATION: .*\[[01]+\] +\[total=", "Use its standard output."),
    (
        "a list of scores and outputs",
        r"\A(?:-?\d+\.\d+\t[^\d\s].*\n){2}",
        "Remove the first column, for example with cut -f 2-.",
    ),
)


def recognize_log(head: str) -> str:
    """The format of a log by the lines at its beginning, or ""."""
    lines = [line for line in head.split("\n") if line.strip()]
    if _OPENNMT.search(head) or (lines and all(map(_OPENNMT_TEXT.match, lines))):
        return "opennmt"
    if _MARIAN.search(head):
        return "marian"
    if _most_match(_NBEST, lines):
        return "nbest"
    start = next((n for n, line in enumerate(lines) if _FAIRSEQ.match(line)), len(lines))
    records = lines[start:]  # after the messages of loading a model
    is_log = any(map(_SCORED.match, records)) and _most_match(_FAIRSEQ, records)
    only_texts = lines and all(map(_TEXT.match, lines))
    return "fairseq" if is_log or only_texts else ""


def unsupported_log(head: str, name: str) -> Message | None:
    """A message if text is the log of another tool, or another format with texts inside."""
    for kind, sign, remedy in _UNSUPPORTED:
        if found := re.search(sign, head, re.MULTILINE):
            line = head.count("\n", 0, found.start()) + 1
            return messages.unsupported(name, line, kind, remedy)
    return None


def _most_match(pattern: re.Pattern[str], lines: list[str]) -> bool:
    return 0 < len(lines) <= 2 * sum(pattern.match(line) is not None for line in lines)


def read_log(utf8: bytes, name: str, form: str, about: str) -> Parts:
    """Read a log of a tool; `about` is the name of its format."""
    begin, output_kinds, reference_kind, source_kind, first_numbers = _LOGS[form]
    lines = read_array(utf8)
    found = pc.extract_regex(lines, begin)
    if form == "nbest":
        blank = pc.equal(pc.utf8_trim_whitespace(lines), "")
        others = np.flatnonzero(~as_numpy(pc.or_(found.is_valid(), blank)))
        if len(others):
            line = int(others[0])
            expected = "a number, “|||” and a text"
            raise ReadError([messages.bad_line(name, line + 1, expected, lines[line].as_py())])
    at = np.flatnonzero(as_numpy(found.is_valid()))
    if not len(at):
        raise ReadError([file.nothing(name, f"line of this format ({about})")])
    kinds = found.field("kind").take(pa.array(at))
    numbers = _numbers(found.field("id").take(pa.array(at)), at, name)
    repairs: list[Message] = []
    if form == "opennmt":
        numbers = _renumbered(numbers, at, name, repairs)
    elif form == "nbest" and len(back := np.flatnonzero(np.diff(numbers) < 0)):
        raise _out_of_order(name, numbers, at, back[0] + 1)
    order = np.unique(numbers)

    def column(kind: str) -> pa.Array | None:
        """(S,) the first text of each segment, None without one."""
        chosen = np.flatnonzero(as_numpy(pc.equal(kinds, kind)))
        if not len(chosen):
            return None
        own, first = np.unique(numbers[chosen], return_index=True)
        if others := len(chosen) - len(own):
            # In one run, an n-best list has all outputs of a segment together.
            starts = np.flatnonzero(np.diff(numbers[chosen], prepend=-1))
            again = np.setdiff1d(starts if kind in output_kinds else np.arange(len(chosen)), first)
            if len(again):
                place = chosen[again[0]]
                raise ReadError([messages.repeated(name, int(at[place]) + 1, int(numbers[place]))])
            repairs.append(messages.other_outputs(name, others))
        places = at[chosen[first]]
        values = _without(begin, lines.take(pa.array(places)))
        if form == "fairseq" and kind in output_kinds:
            wrong = np.flatnonzero(~as_numpy(pc.match_substring_regex(values, _SCORE)))
            if len(wrong):
                line, text = int(places[wrong[0]]) + 1, values[int(wrong[0])].as_py()
                raise ReadError([messages.bad_line(name, line, "a score", text)])
            values = _without(_SCORE, values)
        elif form == "nbest":
            values = pc.utf8_rtrim(pc.list_element(pc.split_pattern(values, "|||"), 0), " ")
        return values.take(pc.index_in(pa.array(order), pa.array(own)))

    if not utf8.endswith(b"\n") and at[-1] == len(lines) - 1:
        repairs.append(messages.cut_off(name, len(lines)))
    source, reference = column(source_kind), column(reference_kind)
    output = next((kind for kind in output_kinds if pc.any(pc.equal(kinds, kind)).as_py()), "")
    texts = column(output)
    if output == "D" and not (source is None and reference is None):
        model = column("H")
        if model is not None and not model.equals(texts):
            repairs.append(messages.detokenized(name))
    if source is not None and form == "opennmt":
        source = _joined_tokens(source)
    missing = _missing(name, order, first_numbers)
    ids = Ids(string_array([""] * len(order)), pa.array(order).cast(pa.large_string()))
    return Parts(
        name,
        form,
        systems={} if texts is None else {PurePath(name).stem: texts},
        references={} if reference is None else {"reference": reference},
        source=source,
        ids=ids if missing else None,
        repairs=(*dict.fromkeys(repairs), *missing),
    )


def _without(start: str, texts: pa.Array) -> pa.Array:
    return pc.replace_substring_regex(texts, start, "", max_replacements=1)


def _numbers(ids: pa.Array, at: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    """The numbers of segments, from 0."""
    wrong = np.flatnonzero(~as_numpy(pc.match_substring_regex(ids, "^[0-9]{1,9}$")))
    if len(wrong):
        first = int(wrong[0])
        line, found = int(at[first]) + 1, ids[first].as_py()
        raise ReadError([messages.bad_line(name, line, "the number of a segment", found)])
    return as_numpy(ids.cast(pa.int64()))


def _renumbered(
    numbers: NDArray[np.int64], at: NDArray[np.int64], name: str, repairs: list[Message]
) -> NDArray[np.int64]:
    """Numbers that go on where OpenNMT-py begins again with 1, after each --shard_size segments."""
    starts = np.flatnonzero(np.diff(numbers) < 0) + 1
    if not len(starts):
        return numbers
    if len(wrong := starts[numbers[starts] != 1]):
        raise _out_of_order(name, numbers, at, wrong[0])
    repairs.append(messages.renumbered(name, len(starts)))
    shift = np.zeros_like(numbers)
    shift[starts] = numbers[starts - 1]
    return numbers + np.cumsum(shift)


def _out_of_order(
    name: str, numbers: NDArray[np.int64], at: NDArray[np.int64], place: int
) -> ReadError:
    found = f"{numbers[place]} after {numbers[place - 1]}"
    expected = "numbers of segments in ascending order"
    return ReadError([messages.bad_line(name, int(at[place]) + 1, expected, found)])


def _joined_tokens(source: pa.Array) -> pa.Array:
    """Sources of OpenNMT-py, which prints lists of tokens without white space: ['the', 'cat']."""
    is_list = pc.match_substring_regex(source, r"""^\[(?:'.*'|".*")?\]$""")
    if not pc.all(is_list).as_py():
        return source
    source = pc.replace_substring_regex(source, r"""^\[['"]?|['"]?\]$""", "")
    source = pc.replace_substring_regex(source, r"""['"], ['"]""", " ")
    return pc.replace_substring_regex(source, r"""\\(['"\\])""", r"\1")


def _missing(name: str, order: NDArray[np.int64], first: tuple[int, ...]) -> list[Message]:
    """A message if numbers are missing; an array up to the last could be huge."""
    start = int(order[0]) if order[0] in first else first[0]
    last = int(order[-1])
    count = last - start + 1 - len(order)
    if not count:
        return []
    gap = np.flatnonzero(np.diff(order, prepend=start - 1) > 1)[0]
    missing = int(order[gap - 1]) + 1 if gap else start
    return [messages.missing_ids(name, missing, count - 1, last)]


# A row for each text of a segment: test set, what it is, scores, text.
_ROWS = re.compile(r"[^\t\n]*\tinput\t.*\n[^\t\n]*\treference\t")
_KIND = r"^[^\t]*\t(?P<kind>[^\t]*)\t"
_BLOCK = 4  # lines of a .compare file: source, reference, output, and a blank one
_FEWEST = 3  # blocks by which such a file is recognized


def recognize_opusmt(head: str, name: str) -> str:
    """The name of the format if a file begins as a comparison of OPUS-MT, or ""."""
    return "opusmt" if _ROWS.match(head) or _is_compare(head.split("\n"), name) else ""


def _is_compare(lines: list[str], name: str) -> bool:
    """Whether every fourth line is blank, and the two before are alike, unlike in a poem."""
    blocks = len(lines) // _BLOCK
    if name.lower().endswith(".compare"):
        return blocks > 0 and not lines[_BLOCK - 1]
    if blocks < _FEWEST or any(lines[_BLOCK - 1 : blocks * _BLOCK : _BLOCK]):
        return False
    pieces = [{line[i : i + 3] for i in range(len(line) - 2)} for line in lines]
    references, outputs = (pieces[place : blocks * _BLOCK : _BLOCK] for place in (1, 2))

    def in_common(others: list[set[str]]) -> int:
        return sum(len(one & other) for one, other in zip(references, others, strict=True))

    return in_common(outputs) > 2 * in_common([*outputs[1:], outputs[0]])


def read_opusmt(utf8: bytes, name: str) -> Parts:
    """Read blocks of OPUS-MT: source, reference, output; or rows with names and any systems."""
    lines = read_array(utf8)
    if _ROWS.match(utf8[: 1 << 16].decode("utf-8", "replace")):
        return _read_rows(lines, name)
    blank = as_numpy(pc.equal(lines, ""))
    if len(lines) % _BLOCK == _BLOCK - 1:
        blank = np.append(blank, True)
    expected = "a blank line after source, reference and output"
    wrong = np.flatnonzero(~blank[_BLOCK - 1 :: _BLOCK]) * _BLOCK + _BLOCK - 1
    if len(blank) % _BLOCK:
        wrong = np.append(wrong, len(blank) - 1)
    if len(wrong) or not len(blank):
        line = int(wrong[0]) if len(wrong) else 0
        found = lines[line].as_py() if len(lines) else ""
        raise ReadError([messages.bad_line(name, line + 1, expected, found)])
    source, reference, output = (
        lines.take(pa.array(np.arange(place, len(lines), _BLOCK))) for place in range(_BLOCK - 1)
    )
    systems = {PurePath(name).stem: output}
    return Parts(name, "opusmt", systems, {"reference": reference}, source)


def _read_rows(lines: pa.Array, name: str) -> Parts:
    at = np.flatnonzero(as_numpy(pc.not_equal(lines, "")))
    rows = lines.take(pa.array(at))
    kinds = pc.extract_regex(rows, _KIND).field("kind").fill_null("").to_pylist()
    texts = pc.replace_substring_regex(rows, r"^.*\t", "")
    size = next((row for row, kind in enumerate(kinds) if row and kind == "input"), len(kinds))
    block = list(dict.fromkeys(kinds[:size]))
    for row in range(-(-len(kinds) // len(block)) * len(block)):
        if kinds[row : row + 1] != [block[row % len(block)]]:
            row = min(row, len(kinds) - 1)
            expected = f"rows of {join_words(block)} in each block"
            raise ReadError(
                [messages.bad_line(name, int(at[row]) + 1, expected, rows[row].as_py())]
            )
    columns = {
        kind: texts.take(pa.array(np.arange(place, len(kinds), len(block))))
        for place, kind in enumerate(block)
    }
    source, reference = columns.pop("input"), columns.pop("reference")
    return Parts(name, "opusmt", columns, {"reference": reference}, source)
