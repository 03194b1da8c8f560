"""Find texts that are split into subwords, and join them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_arrow, mask
from bleu_core.messages import text as messages
from bleu_core.readers.input_checks.findings import (
    FEW_LINES,
    Finding,
    LineNumbers,
    Severity,
    TextColumn,
    example_texts,
    matches,
    text_columns,
)
from bleu_core.readers.input_checks.misalignment import RepairedInput, names_of_repaired
from bleu_core.text.evalset import EvalSet

# A column is split if this share of its lines, or of its tokens, is marked. Fewer marks may be
# text, such as that of a manual.
LINES_SHARE, TOKENS_SHARE = 0.5, 0.03
# The kind of finding on a split column; `join_subwords` repairs it.
SUBWORDS = "subwords"


class SubwordMark(NamedTuple):
    """How a tool marks subwords, and how they are joined."""

    sign: str
    tool: str
    pattern: str  # matches a marked token
    joins: Sequence[tuple[str, str]]  # patterns and replacements on marked lines
    command: str  # does the same


SUBWORD_MARKS = (
    SubwordMark("@@", "BPE", r"\S@@(?: |$)", [("@@(?: |$)", "")], "sed -E 's/@@( |$)//g' FILE"),
    # A line without marks is not split: its spaces stay. OpenNMT's spacers are the same signs.
    SubwordMark(
        "▁", "SentencePiece", r"(?:^|\s)▁(?:[^▁-█]|$)", [(" ", ""), ("▁", " "), ("^ ", "")],
        "sed -E '/▁/{s/ //g;s/▁/ /g;s/^ //;}' FILE",
    ),
    SubwordMark(
        "##", "WordPiece", r"\S ##[\pL\pM\pN]", [(r" ##(\S)", r"\1")],
        r"sed -E 's/ ##([^ ])/\1/g' FILE",
    ),
    SubwordMark("￭", "OpenNMT", r"\S ?￭", [(" ?￭ ?", "")], "sed -E 's/ ?￭ ?//g' FILE"),
)  # fmt: skip


def check_subwords(columns: Sequence[TextColumn]) -> list[Finding]:
    """Find subword marks; serious if a scored column is split, even if all columns are."""
    findings = []
    for column in columns:
        if not matches(column.texts, "|".join(mark.sign for mark in SUBWORD_MARKS)).any():
            continue
        size = len(column.texts) - column.texts.null_count
        for mark in SUBWORD_MARKS:
            lines = _marked_lines(column.texts, mark)
            if not len(lines):
                continue
            what = len(lines), size, column.name, mark.sign, mark.tool
            if is_split := _is_split(column.texts, lines, mark):
                sentence = messages.subwords(*what, mark.command)
            else:
                sentence = messages.subword_marks(*what)
            is_grave = is_split and column.role != "source" and len(lines) >= FEW_LINES
            kind = SUBWORDS if is_split else "subword marks"
            severity: Severity = "serious" if is_grave else "notice"
            shown = example_texts(column.texts, lines, mark.pattern)
            findings.append(
                Finding(kind, severity, sentence, lines, shown, column.name, mark.pattern)
            )
    return findings


def join_subwords(evalset: EvalSet) -> RepairedInput:
    """Join the subwords of each column that is split into them."""
    columns = text_columns(evalset)
    texts, findings = [], []
    for column in columns:
        joined = column.texts
        for mark in SUBWORD_MARKS:
            lines = _marked_lines(joined, mark)
            if _is_split(joined, lines, mark):
                joined = _join(joined, lines, mark)
                sentence = messages.joined_subwords(len(lines), column.name, mark.sign)
                findings.append(Finding("repaired", "notice", sentence, lines, (), column.name))
        texts.append(joined)
    if not findings:
        return RepairedInput(evalset, [])
    systems, references = len(evalset.systems), len(evalset.references)
    repaired = {finding.stream for finding in findings}
    names = names_of_repaired(list(evalset.systems), columns, repaired)
    made = replace(
        evalset,
        systems=dict(zip(names, texts, strict=False)),
        references=texts[systems : systems + references],
        source=None if evalset.source is None else texts[-1],
    )
    return RepairedInput(made, findings)


def _marked_lines(texts: pa.Array, mark: SubwordMark) -> LineNumbers:
    likely = np.flatnonzero(mask(pc.match_substring(texts, mark.sign)))
    some = texts.take(as_arrow(likely))
    return likely[matches(some, mark.pattern)]


def _is_split(texts: pa.Array, lines: LineNumbers, mark: SubwordMark) -> bool:
    size = len(texts) - texts.null_count
    if not len(lines) or len(lines) >= LINES_SHARE * size:
        return len(lines) > 0
    marked = pc.count_substring_regex(texts.take(as_arrow(lines)), mark.pattern)
    tokens = size + pc.sum(pc.count_substring(texts, " ")).as_py()
    return bool(pc.sum(marked).as_py() >= TOKENS_SHARE * tokens)


def _join(texts: pa.Array, lines: LineNumbers, mark: SubwordMark) -> pa.Array:
    joined = texts.take(as_arrow(lines))
    for pattern, replacement in mark.joins:
        joined = pc.replace_substring_regex(joined, pattern, replacement)
    is_marked = np.zeros(len(texts), bool)
    is_marked[lines] = True
    return pc.replace_with_mask(texts, pa.array(is_marked), joined)
