"""What tokenized input does to two numbers: an estimate, by undoing what is clear of it.

Only what is clear is undone: the escapes of Moses' tokenizer.perl, its "@-@", a space before a
full stop, a comma or a closing bracket, after an opening bracket, and before the English 's, n't
and their kind. What a language may set apart (! ? : ;) and quotes, whose side cannot be told, stay
as they are. So the estimate says about how much, never the score of the text that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress
from bleu_core.readers.health import Finding, streams_of
from bleu_core.teaching.why.recipe import Recipe
from bleu_core.teaching.why.steps import Way, way
from bleu_core.text.evalset import EvalSet

# RE2's, whose time is linear in the text. The entity of & comes last: it is escaped first.
_RULES = (
    (r" ?@([-/])@ ?", r"\1"),
    (r"&apos;", "'"),
    (r"&quot;", '"'),
    (r"&lt;", "<"),
    (r"&gt;", ">"),
    (r"&#124;", "|"),
    (r"&#91;", "["),
    (r"&#93;", "]"),
    (r"&amp;", "&"),
    (r"(\pL) (n't|'(?:s|t|m|d|re|ve|ll))(\PL|$)", r"\1\2\3"),
    (r"([(\[{]) ", r"\1"),
    (r" ([)\]}])", r"\1"),
    (r" ([.,]+)( |$|[\"'”’])", r"\1\2"),
)


# From these on a column is taken for tokenized: sacreBLEU warns at 100 lines, of however many.
LINES, SHARE = 100, 0.05


@dataclass(frozen=True)
class Estimate:
    """Both numbers once the input is detokenized as far as that is clear.

    Attributes
    ----------
    findings : list of Finding
        Which columns look tokenized, and by how many lines.
    way : Way
        The way between the numbers on the detokenized texts.
    changed : int
        Lines that the rules changed, in all columns.
    """

    findings: Sequence[Finding]
    way: Way
    changed: int


def detokenized(
    first: Recipe,
    second: Recipe,
    evalset: EvalSet,
    systems: Sequence[str],
    findings: Sequence[Finding],
    progress: Progress | None = None,
) -> Estimate | None:
    """The estimate for the systems and references that look tokenized; None if none does.

    Parameters
    ----------
    first, second, evalset, systems, progress
        As in `way`.
    findings : list of Finding
        What `health` finds in the evalset; those of the kind "tokenized" are looked at.
    """
    scored = {stream.name for stream in streams_of(evalset) if stream.role != "source"}
    others = {f"system {name!r}" for name in evalset.systems if name not in systems}
    found = [
        finding
        for finding in findings
        if finding.kind == "tokenized"
        and finding.stream in scored - others
        and finding.count >= min(LINES, SHARE * len(evalset))
    ]
    if not found:
        return None
    names = {finding.stream for finding in found}
    outputs, references, changed = {}, [], 0
    for stream in streams_of(evalset):
        texts = stream.texts
        if stream.name in names:
            texts = undo(texts)
            changed += pc.sum(pc.not_equal(texts, stream.texts)).as_py() or 0
        if stream.role == "reference":
            references.append(texts)
        elif stream.role == "system":
            outputs[stream.name] = texts
    given = {name: outputs[f"system {name!r}"] for name in systems}
    plain = replace(evalset, systems=given, references=references)
    return Estimate(found, way(first, second, plain, systems, progress=progress), changed)


def undo(texts: pa.Array) -> pa.Array:
    """(S,) the texts with their tokenization undone where that is clear.

    >>> undo(pa.array(["It &apos;s ( well ) @-@ known , isn &apos;t it ."])).to_pylist()
    ["It's (well)-known, isn't it."]
    """
    for pattern, written in _RULES:
        texts = pc.replace_substring_regex(texts, pattern, written)
    return texts
