"""Read signatures: both forms of sacreBLEU, ours, whole printed lines, and names of tools.

sacreBLEU 1 wrote "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.14"; from 2.0.0 on it
is "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0", with "BLEU|" before it on a printed
line. `--short` abbreviates the names. What follows " = " is the score, and in sacreBLEU's JSON the
signature is a field of its own (sacrebleu/metrics/base.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.configuring import configured
from bleu_core.teaching.why.recipe import Printed, Recipe, Unreadable
from bleu_core.teaching.why.tools import EXAMPLES, tool

# A signature in JSON with its numbers is some 500 characters.
LONGEST = 2_000

# The names of sacreBLEU 1 and of `--short` for fields of sacreBLEU 2.
_LONG = {
    "numrefs": "nrefs", "#": "nrefs", "c": "case", "e": "eff", "s": "smooth", "t": "test",
    "l": "lang", "o": "origlang", "S": "subset", "rs": "seed", "v": "version", "numchars": "nc",
}  # fmt: skip
BLEU_FIELDS = (
    "nrefs", "case", "eff", "tok", "smooth", "smoothval", "order", "weights", "reflen", "test",
    "lang", "origlang", "subset", "bs", "ar", "seed", "version",
)  # fmt: skip
# Fields that identify a metric other than BLEU.
_METRIC_OF = {"nc": "chrF", "nw": "chrF", "norm": "TER", "punct": "TER"}
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"


def read(text: str) -> Recipe:
    """The recipe in a text.

    Raises
    ------
    Unreadable
        If it is neither a signature nor the name of a tool. A field that is not understood is a
        remark of the recipe.
    """
    if len(text) > LONGEST:
        raise Unreadable([messages.too_long(LONGEST)])
    line = " ".join(text.split())
    if not line:
        raise Unreadable([messages.nothing_given(EXAMPLES)])
    if line[0] in "[{":
        line = _of_json(text)
    recipe = tool(line)
    if recipe is not None:
        return recipe
    signature, _, after = line.partition(" = ")
    if signature == "BLEU" or "BLEU score = " in line:
        raise Unreadable([messages.score_alone(EXAMPLES)])
    printed = _printed(after)
    remarks = [messages.no_score(after)] if after and not printed else []
    return _of_signature(signature, printed, remarks)


def _of_json(text: str) -> str:
    """The printed line for a JSON object of sacreBLEU or of `bleuscope score`."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable([messages.no_json()]) from None
    if isinstance(values, list) and len(values) == 1:
        [values] = values
    if isinstance(values, list):
        raise Unreadable([messages.several_scores(len(values))])
    if not isinstance(values, dict) or not isinstance(values.get("signature"), str):
        raise Unreadable([messages.json_without_signature()])
    name, score, more = (values.get(key, "") for key in ("name", "score", "verbose_score"))
    printed = str(more) if str(more).startswith(str(score)) else f"{score} {more}"
    return f"{name}|{values['signature']} = {printed}"


def _printed(after: str) -> Printed | None:
    """The score and lengths of "26.4 58.1/… (BP = … hyp_len = 64599 ref_len = 62688)"."""
    score = re.match(_NUMBER, after)
    if not score:
        return None
    lengths = [
        re.search(rf"{name} ?= ?([0-9]{{1,15}})\b", after) for name in ("hyp_len", "ref_len")
    ]
    return Printed(score[0], *(int(match[1]) if match else None for match in lengths))


def _of_signature(signature: str, printed: Printed | None, remarks: list[Message]) -> Recipe:
    newer = "|" in signature or re.match(r"[\w#]+:", signature) is not None
    pieces = [piece.strip() for piece in signature.split("|" if newer else "+")]
    separator = ":" if newer else "."
    metric = ""
    if separator not in pieces[0]:
        metric = pieces.pop(0)
    fields: dict[str, str] = {}
    for name, value in _pairs(pieces, separator, remarks):
        if name in fields:
            remarks.append(messages.field_twice(name, fields[name]))
        fields.setdefault(name, value)
    named = next((_METRIC_OF[name] for name in fields if name in _METRIC_OF), "BLEU")
    metric = "BLEU" if metric.lower() == "bleu" else metric or named
    if not fields.keys() & {*BLEU_FIELDS, *_METRIC_OF}:
        raise Unreadable([messages.no_signature(signature, EXAMPLES)])
    for name in fields.keys() - {*BLEU_FIELDS} if metric == "BLEU" else ():
        remarks.append(messages.unknown_field(name))
    return configured(metric, fields, newer, printed, remarks)


def _pairs(pieces: list[str], separator: str, remarks: list[Message]) -> Iterator[tuple[str, str]]:
    """Names and values; other pieces are remarks."""
    for piece in pieces:
        name, sign, value = piece.partition(separator)
        if sign and name and value:
            yield _LONG.get(name, name), {"true": "yes", "false": "no"}.get(value, value)
        else:
            remarks.append(messages.no_field(piece))
