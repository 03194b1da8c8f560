"""Tokenizers: text to tokens, under sacreBLEU's tokenizer names.

`tokenize_line` returns the tokens of one text, by sacreBLEU's own tokenizer. `tokenize_block`
returns those of thousands of lines as bytes and offsets: 13a, zh, intl, char and none by a closed
form over arrays of characters, the others by sacreBLEU's tokenizer line by line.

sacreBLEU rewrites a line four times with regular expressions. The result can be described for each
character at once: it is a space, it stands alone, or it joins its neighbours. A token then begins
at every character that is no space, if it stands alone or follows a space or one that stands alone.

Under 13a (mteval-v13a.pl; checked against sacreBLEU in test_tokenizers.py) these stand
alone:

- ASCII punctuation except . , - and ', always;
- "-" after a digit;
- every . and , of a run, except the last if a digit follows it and either a digit precedes the run
  and its length is odd ("3.5", "3...5"), or none does and its length is even ("a..5"). The patterns
  take the run two by two from the left, beginning with the character before it unless that is a
  digit: hence the parity.

zh is the same without entities, with each Chinese character standing alone; and as sacreBLEU does
not pad its line with spaces, both ends of a line act as a digit does: ".5" and "5." stay whole.

Under intl (mteval-v14.pl) every Unicode symbol stands alone, and all Unicode punctuation is a "."
of zh, with all Unicode numbers as digits: its two patterns take a run two by two in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import category

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.messages import scoring
from bleu_core.messages.file import not_installed
from bleu_core.text.config import TOKENIZERS, BleuConfig, plugin_tokenizers
from bleu_core.text.evalset import InputError
from bleu_core.text.plugins import Plugin

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEU


Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Positions = NDArray[np.int64]

CLING, SPACE, ALONE, DOT, DASH, DIGIT, EDGE, LEAD, UNKNOWN = range(9)

CLOSED_FORMS = ("13a", "zh", "intl", "char", "none")

ALONE_ASCII = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'
# Exactly the white space of str.split.
WHITESPACE = [chr(c) for c in range(0x3001) if chr(c).isspace()]
# First UTF-8 bytes of white space beyond ASCII.
SPACE_LEADS = sorted({c.encode()[0] for c in WHITESPACE if c > "\x7f"})

# sacreBLEU's ranges of "Chinese" characters as they take effect. Its "\u20000" to "\u2a6d6" are not
# the rare ideographs that they seem to be but two-character strings, so that U+2001 to U+2A6D,
# including quotation marks and arrows, are split off; likewise U+2F81 to U+2FA1.
CHINESE = [
    (0x3400, 0x4DB5), (0x4E00, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9),
    (0x2001, 0x2A6D), (0x2F81, 0x2FA1), (0xFF00, 0xFFEF), (0x2E80, 0x2EFF), (0x3000, 0x303F),
    (0x31C0, 0x31EF), (0x2F00, 0x2FDF), (0x2FF0, 0x2FFF), (0x3100, 0x312F), (0x31A0, 0x31BF),
    (0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0x3200, 0x33FF),
]  # fmt: skip


def find_tokens(lines: Sequence[str], tokenizer: str) -> tuple[Bytes, Positions, Positions]:
    """The tokens of each of L > 0 lines, by one of CLOSED_FORMS.

    Returns the UTF-8 bytes of all tokens, concatenated; (T,) the offset of each token in them; and
    (L,) the tokens of each line. The final full stop stands alone, the one between digits does not:

    >>> data, starts, lengths = find_tokens(["It costs 3.50.", "Ok"], "13a")
    >>> [word.tobytes().decode() for word in np.split(data, starts[1:])]
    ['It', 'costs', '3.50', '.', 'Ok']
    >>> lengths.tolist()
    [4, 1]
    """
    data = _clean(lines, tokenizer)
    units: NDArray[Any]
    if tokenizer in ("13a", "none"):
        units = np.frombuffer(data, np.uint8)
        classes = np.frombuffer(bytearray(data).translate(_byte_classes(tokenizer)), np.uint8)
        _mark_wide_spaces(units, classes)
    elif tokenizer == "intl":
        units = _characters(data)
        classes = _international_classes(units)
    elif data.isascii():
        units = np.frombuffer(data, np.uint8)
        table = _character_classes(tokenizer)[:256].tobytes()
        classes = np.frombuffer(bytearray(data).translate(table), np.uint8)
    else:
        units = _characters(data)
        classes = _classes_of(units, _character_classes(tokenizer))
    space = (classes == SPACE) | (classes == EDGE)
    alone = classes == ALONE
    if tokenizer in ("13a", "zh"):
        dashes = np.flatnonzero(classes == DASH)
        alone[dashes[classes[dashes - 1] == DIGIT]] = True
    if tokenizer in ("13a", "zh", "intl"):
        _mark_dots(classes, alone)
    # The first and last characters are line ends, so no token touches the border.
    word = ~space
    breaks = space | alone
    firsts = np.flatnonzero(word[1:] & (breaks[:-1] | alone[1:])) + 1
    lasts = np.flatnonzero(word[:-1] & (breaks[1:] | alone[:-1]))
    line_ends = np.flatnonzero(units == 10)
    lengths = np.diff(np.searchsorted(firsts, line_ends))
    if len(units) != len(data):
        firsts, lasts, word = _as_utf8(units, firsts, lasts, word)
        units = np.frombuffer(data, np.uint8)
    widths = lasts - firsts + 1
    return units[word], np.cumsum(widths) - widths, lengths


def _clean(lines: Sequence[str], tokenizer: str) -> bytes:
    r"""The lines, each between two "\n", as UTF-8, after sacreBLEU's replacements."""
    if tokenizer == "zh":
        lines = [line.strip() for line in lines]
    elif tokenizer == "intl":
        lines = [line.rstrip() for line in lines]
    data = _join(lines)
    if data.count(b"\n") != len(lines) + 1:  # a segment with a line break in it
        lines = [line.rstrip() for line in lines]
        if tokenizer == "13a":
            lines = [line.replace("<skipped>", "").replace("-\n", "") for line in lines]
        data = _join([line.replace("\n", " ") for line in lines])
    elif tokenizer == "13a":
        data = data.replace(b"<skipped>", b"")
    if tokenizer == "13a" and b"&" in data:
        for entity, character in _ENTITIES:
            data = data.replace(entity, character)
    return data


_ENTITIES = ((b"&quot;", b'"'), (b"&amp;", b"&"), (b"&lt;", b"<"), (b"&gt;", b">"))


def _join(lines: Sequence[str]) -> bytes:
    return "\n".join(["", *lines, ""]).encode("utf-8", "surrogatepass")


@cache
def _byte_classes(tokenizer: str) -> bytes:
    table = _ascii_classes(tokenizer, 256)
    table[SPACE_LEADS] = LEAD
    return table.tobytes()


@cache
def _character_classes(tokenizer: str) -> Bytes:
    """(65537,) classes of the characters of the basic plane; the last is for all beyond it."""
    table = _ascii_classes(tokenizer, 0x10001)
    if tokenizer == "char":
        table[:] = ALONE
    else:
        for first, last in CHINESE:
            table[first : last + 1] = ALONE
    table[[ord(c) for c in WHITESPACE]] = SPACE
    table[ord("\n")] = EDGE
    return table


@cache
def _known_classes() -> Bytes:
    """(0x110000,) the classes of characters under intl, as far as they were asked for."""
    table = np.full(0x110000, UNKNOWN, np.uint8)
    # Most texts have no others: they take no 20 ms to load a package.
    for code in (*range(0x180), *range(0x2010, 0x2028)):
        kind = category(chr(code))[0]
        table[code] = {"P": DOT, "N": DIGIT, "S": ALONE}.get(kind, CLING)
    table[[ord(c) for c in WHITESPACE]] = SPACE
    table[ord("\n")] = EDGE
    return table


def _international_classes(units: NDArray[Any]) -> Bytes:
    """The class of each character under intl."""
    table = _known_classes()
    classes = table[units]
    new = np.unique(units[classes == UNKNOWN])
    if len(new):
        # sacreBLEU asks the same package, which has a version of Unicode of its own.
        import regex

        kinds = np.full(len(new), CLING, np.uint8)
        for i, character in enumerate(map(chr, new.tolist())):
            for pattern, kind in ((r"\p{P}", DOT), (r"\p{N}", DIGIT), (r"\p{S}", ALONE)):
                if regex.match(pattern, character):
                    kinds[i] = kind
        # At once: other threads read the table.
        table[new] = kinds
        classes = table[units]
    return classes


def _ascii_classes(tokenizer: str, size: int) -> Bytes:
    table = np.full(size, CLING, np.uint8)
    if tokenizer in ("13a", "zh"):
        table[[ord(c) for c in ALONE_ASCII]] = ALONE
        table[[ord(c) for c in ".,"]] = DOT
        table[ord("-")] = DASH
        table[ord("0") : ord("9") + 1] = DIGIT
    table[[ord(c) for c in WHITESPACE if c <= "\x7f"]] = SPACE
    return table


def _mark_wide_spaces(units: Bytes, classes: Bytes) -> None:
    """Give the bytes of white space beyond ASCII the class SPACE."""
    leads = np.flatnonzero(classes == LEAD)
    if not len(leads):
        return
    first, second, third = (units[leads + i].astype(np.int64) for i in range(3))
    two = leads[_is_one_of(first << 8 | second, _wide_spaces(2))]
    three = leads[_is_one_of(first << 16 | second << 8 | third, _wide_spaces(3))]
    classes[np.concatenate([two, two + 1, three, three + 1, three + 2])] = SPACE


def _is_one_of(codes: Positions, few: list[int]) -> Mask:
    # Instead of np.isin, which imports numpy.ma on its first call (10 ms).
    return np.logical_or.reduce([codes == code for code in few])


@cache
def _wide_spaces(width: int) -> list[int]:
    encoded = [c.encode() for c in WHITESPACE]
    return [int.from_bytes(b, "big") for b in encoded if len(b) == width]


def _mark_dots(classes: Bytes, alone: Mask) -> None:
    dots = np.flatnonzero(classes == DOT)
    before, after = classes[dots - 1], classes[dots + 1]
    firsts, lasts = dots[before != DOT], dots[after != DOT]
    odd = (lasts - firsts) % 2 == 0
    digit_before, digit_after = (
        (c == DIGIT) | (c == EDGE) for c in (before[before != DOT], after[after != DOT])
    )
    alone[dots] = True
    alone[lasts[digit_after & (odd == digit_before)]] = False


def _characters(data: bytes) -> NDArray[Any]:
    """The characters of UTF-8, each in as few bytes as the largest needs: 1, 2 or 4."""
    if data.isascii():
        return np.frombuffer(data, np.uint8)
    text = data.decode("utf-8", "surrogatepass")
    try:
        return np.frombuffer(text.encode("latin-1"), np.uint8)
    except UnicodeEncodeError:
        pairs = text.encode("utf-16-le", "surrogatepass")
    if len(pairs) == 2 * len(text):
        return np.frombuffer(pairs, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _classes_of(characters: NDArray[Any], table: Bytes) -> Bytes:
    match characters.dtype.itemsize:
        case 1:
            return np.frombuffer(bytearray(characters).translate(table[:256].tobytes()), np.uint8)
        case 2:
            return table[characters]
        case _:
            return table[np.minimum(characters, 0x10000)]


def _as_utf8(
    characters: NDArray[Any], firsts: Positions, lasts: Positions, word: Mask
) -> tuple[Positions, Positions, Mask]:
    """The same marks by UTF-8 byte instead of by character."""
    widths = np.ones(len(characters), np.int8)
    for beyond in (0x80, 0x800, 0x10000):
        if beyond <= np.iinfo(characters.dtype).max:
            widths += characters >= beyond
    ends = np.cumsum(widths, dtype=np.int64)
    return ends[firsts] - widths[firsts], ends[lasts] - 1, np.repeat(word, widths)


# The extra of this package with a tokenizer's dependencies.
EXTRAS = {"ja-mecab": "ja", "ko-mecab": "ko", "spm": "spm", "flores101": "spm", "flores200": "spm"}


class TokenizerUnavailable(InputError):
    """A tokenizer's dependencies are not installed, or a plugin's fails; the message says why."""


def is_installed(name: str) -> bool:
    """Whether what one of sacreBLEU's tokenizers needs is installed."""
    try:
        _sacrebleu_metric(name)
    except TokenizerUnavailable:
        return False
    return True


def tokenize_line(text: str, config: BleuConfig) -> list[str]:
    """The tokens of one segment exactly as sacreBLEU scores them, or as a plugin splits them."""
    if config.lowercase:
        text = text.lower()
    if config.tokenize not in TOKENIZERS:
        return _plugin_tokens(config.tokenize, text.rstrip())
    tokenize: Callable[[str], str] = _sacrebleu_metric(config.tokenize).tokenizer
    return tokenize(text.rstrip()).split()


def tokenizer_signature(name: str) -> str:
    """The name of a tokenizer in a signature; with a version for MeCab, SentencePiece, plugins."""
    if name in CLOSED_FORMS:  # without a version, so that sacreBLEU need not be loaded
        return name
    if name not in TOKENIZERS:
        return f"{name}-{_plugin(name).stamp}"
    return str(_sacrebleu_metric(name).tokenizer_signature)


def _plugin_tokens(name: str, text: str) -> list[str]:
    plugin = _plugin(name)
    with plugin.named_in(TokenizerUnavailable):
        tokens = list(plugin.part(text))
        for token in tokens:
            # Tokens are joined with spaces, and split there again.
            if not isinstance(token, str) or token.split() != [token]:
                raise ValueError(f"the token {token!r} is empty, has white space or is no string")
    return tokens


def _plugin(name: str) -> Plugin:
    BleuConfig(tokenize=name)  # unknown where settings come from a process with other packages
    return plugin_tokenizers().found[name]


@cache
def _sacrebleu_metric(name: str) -> BLEU:
    """sacreBLEU's metric for a tokenizer: its public access to tokenizer and signature."""
    # Imported here: it takes 50 ms, and the closed forms do not need it.
    from sacrebleu.metrics.bleu import BLEU

    try:
        return BLEU(tokenize=name)
    except (ImportError, RuntimeError) as error:
        if name not in EXTRAS:
            raise
        raise TokenizerUnavailable(
            [not_installed(f"The tokenizer {name!r}", "other packages", EXTRAS[name])]
        ) from error
    except OSError as error:  # the SentencePiece model could not be downloaded or read
        raise TokenizerUnavailable(
            [scoring.tokenizer_model_missing(name, type(error).__name__)]
        ) from error


def tokenize_block(
    lines: Sequence[str], config: BleuConfig
) -> tuple[pa.BinaryArray, NDArray[np.int64]]:
    """The tokens of `tokenize_line` for all lines at once: (T,) in UTF-8 and in order, in one
    contiguous buffer; and (lines,) how many are in each line."""
    if not lines:
        return pa.array([], pa.binary()), np.zeros(0, np.int64)
    if config.tokenize in CLOSED_FORMS:
        name = config.tokenize
        if config.lowercase:
            lines = [line.lower() for line in lines]
    else:
        # sacreBLEU's tokenizers return a string to be split at spaces.
        name = "none"
        lines = [" ".join(tokenize_line(line, config)) for line in lines]
    data, starts, lengths = find_tokens(lines, name)
    offsets = np.append(starts, len(data)).astype(np.int32)
    tokens = pa.Array.from_buffers(
        pa.binary(), len(starts), [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    )
    return tokens, lengths
