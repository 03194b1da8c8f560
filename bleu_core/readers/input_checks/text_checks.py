"""Checks of the texts of a column, by patterns of RE2, whose time is linear in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from unicodedata import is_normalized

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, mask, nulls_as_empty, string_array
from bleu_core.common.parallel import in_order
from bleu_core.messages import Message
from bleu_core.messages import text as messages
from bleu_core.metrics.statistics import reference_lengths
from bleu_core.readers.input_checks.findings import (
    FEW_LINES,
    Finding,
    Severity,
    TextColumn,
    example_texts,
    matches,
    severity_of,
    text_columns,
)
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask
from bleu_core.text.tokenizers import TokenizerUnavailable, tokenize_block

Mask = NDArray[np.bool_]


class PatternCheck(NamedTuple):
    """A pattern, and the share of matching lines at which it becomes serious."""

    kind: str  # a key of `messages.text.contents`, unless `what` has a message
    pattern: str
    share: float
    relative: bool = True  # to the smallest share of all scored columns: cancels what all have
    what: Callable[[int, int, str], Message] | None = None


# Names of tags without attributes, other than those of the tokens <s>, <pad> and <unk>. (RE2 has no
# lookahead, so they are listed by length.)
_NAME = "[A-Za-z0-9:-]"
_NAMES_OF_BARE_TAGS = "|".join(
    f"(?i:{name})"
    for name in (
        "[a-rt-z]",
        f"[a-z]{_NAME}",
        f"(?:[a-oq-tv-z]{_NAME}|p[b-z0-9:-]|u[a-mo-z0-9:-]){_NAME}|pa[a-ce-z0-9:-]|un[a-jl-z0-9:-]",
        f"[a-z]{_NAME}{{3,20}}",
    )
)
# \pZ with \s: RE2's \s is ASCII's alone.
EMPTY = r"^[\s\pZ]*$"
PATTERN_CHECKS = [
    PatternCheck("empty", EMPTY, 0.01, False, messages.empty),
    PatternCheck("tokenized", r"[\pL\pN'\"’”)\]] \.[\"'”’ ]*$", 0.05, what=messages.tokenized),
    PatternCheck(
        "entities", r"&(?:[A-Za-z][A-Za-z0-9]{1,7}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});", 0.01
    ),
    PatternCheck(
        "tags", rf"</?(?:[A-Za-z]{_NAME}{{0,20}}(?:\s[^<>]*|/)|{_NAMES_OF_BARE_TAGS})>", 0.01
    ),
    # Without zero-width joiners and direction marks: Indic scripts, Persian, Hebrew, Arabic and
    # emoji need them.
    PatternCheck(
        "control characters",
        r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x{84}\x{85}-\x{9f}\x{ad}\x{200b}\x{2028}\x{2029}\x{2060}]",
        0.05,
    ),
    # Not relative: if all columns were read wrongly, no score is of real text.
    PatternCheck("NUL", r"\x00", 0.01, False),
    PatternCheck("byte order mark", r"\x{feff}", 0.01),
    PatternCheck("carriage return", r"\r", 0.01, False),
    PatternCheck(
        "encoding",
        r"\x{fffd}|[ÃÂ][\x{80}-\x{bf}]|â(?:€|\x{80})|Ð[\x{80}-\x{bf}]|Ñ[\x{80}-\x{8f}]",
        0.01,
        False,
    ),
    PatternCheck(
        "mixed scripts",
        r"\p{Latin}[\p{Cyrillic}\p{Greek}]|\p{Cyrillic}[\p{Latin}\p{Greek}]"
        r"|\p{Greek}[\p{Latin}\p{Cyrillic}]",
        0.05,
    ),
    # None of these is relative: they are not text, even if all columns have them. A record of
    # subtitles or gettext has up to ten lines, one of them with the sign.
    PatternCheck("unknown words", r"(?i:[<\[{⟨] ?unk ?[>\]}⟩]|[@_]unk[@_])|\bUNK\b|⁇", 0.01, False),
    PatternCheck(
        "special tokens",
        r"(?i:</?s>|<pad>|\[(?:cls|sep|pad|mask)\])|<\|[a-z_]+\|>|⦅mrk_|__[a-z]{2}__|\b[a-z]{2}_XX\b"
        r"|>>[a-z]{2,3}(?:_[A-Za-z]+)?<<|<2[a-z]{2,3}>"
        r"|\b[a-z]{3}_(?:Arab|Cyrl|Deva|Hang|Hans|Hant|Jpan|Latn)\b",
        0.01,
        False,
    ),
    # Lines that begin with a time, and those of fairseq and OpenNMT.
    PatternCheck(
        "log",
        r"^(?:\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d|[A-Z]-\d+\t|(?:GOLD|PRED|SENT) (?:\d+|SCORE):)",
        0.1,
        False,
    ),
    PatternCheck("n-best", r" \|\|\| ", 0.1, False),
    PatternCheck("phrases", r" \|\d+-\d+\|", 0.1, False),
    PatternCheck("escapes", r"\\n(?:[^\pL]|$)|\\u[0-9A-Fa-f]{4}|\S%20\S", 0.1, False),
    PatternCheck("time codes", r"\d\d:\d\d[,.]\d{3} --> \d\d:", 0.1, False),
    PatternCheck("gettext", r'^msg(?:ctxt|id|id_plural|str|str\[\d\]) "', 0.1, False),
    PatternCheck("token ids", r"^\d+(?: \d+){7,}$", 0.1, False),
    PatternCheck(
        "chat",
        r"^(?:\w+[!,.] )?(?:Here(?: is|'s|’s) (?:the|your) (?:\w+ )?translat|Translation:)",
        0.1,
        False,
    ),
]


def check_texts(streams: Sequence[TextColumn]) -> list[Finding]:
    """Run the checks of single columns on these columns."""
    findings = []
    by_column = in_order(_hits_of_patterns, [stream.texts for stream in streams])
    for check, found in zip(PATTERN_CHECKS, zip(*by_column, strict=True), strict=True):
        findings += _findings_of_check(check, streams, found)
    # If a text is not in NFC, the same letter may be two characters in one column and one in
    # another: U+0065 U+0301 never matches U+00E9.
    composed = PatternCheck("decomposed", "", 0.05)
    # Not pyarrow's utf8_normalize: before version 26 its NFC is NFD.
    hits = [
        _among(np.flatnonzero(~mask(pc.string_is_ascii(stream.texts))), stream.texts, _decomposed)
        for stream in streams
    ]
    return findings + _findings_of_check(composed, streams, hits)


def _hits_of_patterns(texts: pa.Array) -> list[Mask]:
    """(S,) which texts match, for each of PATTERN_CHECKS."""
    # One search for all patterns takes as long as one for a single pattern, and finds few lines.
    likely = np.flatnonzero(matches(texts, "|".join(f"(?:{c.pattern})" for c in PATTERN_CHECKS)))
    return [_among(likely, texts, partial(matches, pattern=c.pattern)) for c in PATTERN_CHECKS]


def _among(lines: NDArray[np.int64], texts: pa.Array, test: Callable[[pa.Array], Mask]) -> Mask:
    """(S,) the result of a test on some lines; False for the others."""
    result = np.zeros(len(texts), bool)
    result[lines] = test(texts.take(as_arrow(lines)))
    return result


def _decomposed(texts: pa.Array) -> Mask:
    return np.array([not is_normalized("NFC", text or "") for text in texts.to_pylist()], bool)


def _findings_of_check(
    check: PatternCheck, streams: Sequence[TextColumn], hits: Sequence[Mask]
) -> list[Finding]:
    sizes = [max(len(s.texts) - s.texts.null_count, 1) for s in streams]
    shares = [hit.sum() / size for hit, size in zip(hits, sizes, strict=True)]
    scored = [share for s, share in zip(streams, shares, strict=True) if s.role != "source"]
    base = min(scored) if check.relative else 0.0
    findings = []
    for stream, hit, size, share in zip(streams, hits, sizes, shares, strict=True):
        lines = np.flatnonzero(hit)
        if not len(lines):
            continue
        severity: Severity = "notice"
        if stream.role != "source" and share - base >= check.share:
            severity = severity_of(len(lines), size, check.share)
        what = check.what or partial(messages.contents, what=check.kind)
        sentence = what(len(lines), size, stream.name)
        is_empty = check.kind == "empty"
        examples = [] if is_empty else example_texts(stream.texts, lines, check.pattern)
        findings.append(
            Finding(check.kind, severity, sentence, lines, examples, stream.name, check.pattern)
        )
    return findings


# The least share of a reference's lines; fewer may be names and quotations.
UNSPACED_SHARE = 0.2


_SUBWORDS = ("flores200", "flores101", "spm")
# Scripts without spaces: strings longer than words, and the tokenizers that split them. Kana
# distinguish Japanese from Chinese. Tibetan syllables end in a mark (tsheg), at which intl splits.
UNSPACED_SCRIPTS: list[tuple[str, str, tuple[str, ...]]] = [
    ("Japanese", r"[\p{Han}\p{Hiragana}\p{Katakana}ー]{8,}", ("ja-mecab", "char", *_SUBWORDS)),
    ("Chinese", r"\p{Han}{8,}", ("zh", "char", *_SUBWORDS)),
    *(
        (name, rf"[\p{{{name}}}\pM]{{15,}}", ("char", *_SUBWORDS))
        for name in ("Thai", "Lao", "Khmer", "Myanmar")
    ),
    ("Tibetan or Dzongkha", r"[\p{Tibetan}\pM]{15,}", ("char", *_SUBWORDS, "intl")),
]
_KANA = r"[\p{Hiragana}\p{Katakana}]"
# The least share of lines with kana in a Japanese text.
KANA_SHARE = 0.1


# Tokenizers that leave Korean words with their particles. With others the tokens are chosen.
KOREAN_UNCUT = ("13a", "intl", "zh", "ja-mecab")


def check_korean(references: Sequence[TextColumn], config: BleuConfig) -> Iterator[Finding]:
    """Note Korean references whose words are not split into morphemes."""
    if config.tokenize not in KOREAN_UNCUT:
        return
    for stream in references:
        size = max(len(stream.texts) - stream.texts.null_count, 1)
        lines = np.flatnonzero(matches(stream.texts, r"\p{Hangul}"))
        if len(lines) > size / 2:
            sentence = messages.korean(len(lines), size, stream.name, config.tokenize)
            yield Finding(
                "Korean", "notice", sentence, lines, (), stream.name, tokenizers=("ko-mecab",)
            )


def check_unspaced(references: Sequence[TextColumn], config: BleuConfig) -> Iterator[Finding]:
    """Find references whose script the tokenizer does not split into words or characters."""
    for stream in references:
        texts = stream.texts
        size = max(len(texts) - texts.null_count, 1)
        # None of these scripts is in ASCII.
        others = np.flatnonzero(~mask(pc.string_is_ascii(texts)))
        if len(others) < UNSPACED_SHARE * size:
            continue
        some = texts.take(as_arrow(others))
        kana = matches(some, _KANA).sum() >= KANA_SHARE * size
        for name, run, cut_by in UNSPACED_SCRIPTS[0 if kana else 1 :]:
            lines = others[matches(some, run)]
            if config.tokenize in cut_by or len(lines) < UNSPACED_SHARE * size:
                continue
            count, better = len(lines), cut_by[:2]
            sentence = messages.unspaced(count, size, stream.name, name, config.tokenize, better)
            yield Finding(
                "no spaces", severity_of(count, size, UNSPACED_SHARE), sentence, lines,
                example_texts(texts, lines), stream.name, run, tokenizers=better,
            )  # fmt: skip
            break


# Punctuation, a number, or a word with a mark: "['The", "12. The", "English: The".
# Translations begin with words. Other checks find ▁, <s>, __en__ and >>eng<<.
_START = r"^\s*(?P<start>[^\pL\pN\s▁<>_]+|\d+(?:[^\pL\pN\s]+|\s)|[\pL\pN_]+[:=(\[])"
# The share of lines with the same start, and how much more than in another column.
_START_SHARE, _MORE = 0.5, 0.4
# CSV may have quotation marks only where a line has a comma or a quotation mark.
_NO_CSV, _CSV_MORE = '^[^"].*[,"]', 0.1


def check_line_starts(columns: Sequence[TextColumn]) -> Iterator[Finding]:
    """Find systems and references of which most lines begin with the same sign, unlike others."""
    scored = [column for column in columns if column.role != "source"]
    # The sign at the beginning of each line, with 0 for each number, and the share of each.
    starts, shares = [], []
    for column in scored:
        found = pc.extract_regex(column.texts, _START).field("start")
        own = pc.utf8_trim_whitespace(pc.replace_substring_regex(found, r"\d+", "0"))
        counts = zip(*(part.to_pylist() for part in own.value_counts().flatten()), strict=True)
        starts.append(own)
        shares.append({start: number / len(own) for start, number in counts if start})
    for column, own, share in zip(scored, starts, shares, strict=True):
        best = max(share, key=lambda start: share[start], default="")
        more = share.get(best, 0) - min(other.get(best, 0) for other in shares)
        is_csv = best == '"' and not matches(column.texts, _NO_CSV).any()
        lines = np.flatnonzero(mask(pc.equal(own, string_array([best])[0])) if best else False)
        if len(lines) < FEW_LINES or not (
            (share[best] >= _START_SHARE and more >= _MORE) or (is_csv and more >= _CSV_MORE)
        ):
            continue
        sentence = messages.same_start(len(lines), len(own), column.name, best)
        shown = example_texts(column.texts, lines)
        yield Finding("line starts", "serious", sentence, lines, shown, column.name)


def check_empty_references(evalset: EvalSet, config: BleuConfig) -> Iterator[Finding]:
    """Find empty lines of several references; serious if they lower 1% of reference lengths."""
    columns = [stream for stream in text_columns(evalset) if stream.role == "reference"]
    if len(columns) < 2:
        return
    empty = np.array([matches(column.texts, EMPTY) for column in columns])
    rows = np.flatnonzero(empty.any(axis=0))
    if not len(rows):
        return
    lower = _lower_lengths(evalset, config, rows, empty[:, rows])
    for column, is_empty in zip(columns, empty, strict=True):
        lines = np.flatnonzero(is_empty)
        if not len(lines):
            continue
        changed = {name: int(hit[is_empty[rows]].sum()) for name, hit in lower.items()}
        worst = max(changed, key=changed.__getitem__)
        size = len(evalset) - column.texts.null_count
        sentence = messages.empty_reference(
            len(lines), size, column.name, config.reference_length,
            worst if len(changed) > 1 else "", changed[worst],
        )  # fmt: skip
        # From the first segment on: one may be most of the reference length of a short text.
        is_grave = changed[worst] >= max(0.01 * len(evalset), 1)
        severity: Severity = "serious" if is_grave else "notice"
        yield Finding("empty reference", severity, sentence, lines, (), column.name, EMPTY)


def _lower_lengths(
    evalset: EvalSet, config: BleuConfig, rows: NDArray[np.int64], empty: NDArray[np.bool_]
) -> dict[str, NDArray[np.bool_]]:
    """By system: (n,) rows with a lower reference length by (R, n) empty references."""

    def lengths(texts: pa.Array) -> NDArray[np.int64]:
        lines = nulls_as_empty(texts).take(as_arrow(rows)).to_pylist()
        try:
            return tokenize_block(lines, config)[1]
        except TokenizerUnavailable:  # reported where texts are scored
            return np.zeros(len(rows), np.int64)

    of_references = np.array([lengths(texts) for texts in evalset.references])
    present = np.array([present_mask(texts)[rows] for texts in evalset.references])
    others = present & ~empty
    alone = ~others.any(axis=0)
    lower = {}
    for name, texts in evalset.systems.items():
        now, then = (
            reference_lengths(lengths(texts), of_references, there, config.reference_length)
            for there in (present, others | alone)
        )
        lower[name] = (now < then) | alone
    return lower
