"""An estimate of the effect of tokenized input on two scores, by undoing the tokenization.

Only unambiguous tokenization is undone: the escapes of Moses' tokenizer.perl, its "@-@", a space
before a full stop, a comma or a closing bracket, after an opening bracket, and before the English
's, n't and the like. Marks that some languages separate (! ? : ;) and quotes, whose side is not
known, stay as they are. So the result is an estimate, not the score of the original text.
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

# For RE2, whose time is linear in the text. The entity of & comes last, as it is escaped first.
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


# The least number and share of lines for which a column counts as tokenized (sacreBLEU warns at
# 100 lines).
LINES, SHARE = 100, 0.05


@dataclass(frozen=True)
class Estimate:
    """Both scores on detokenized input.

    Attributes
    ----------
    findings : list of Finding
        The columns that look tokenized, with their lines.
    way : Way
        The steps between the scores on the detokenized texts.
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
    """Estimate the scores of detokenized systems and references; None if none looks tokenized.

    Parameters
    ----------
    first, second, evalset, systems, progress
        As in `way`.
    findings : list of Finding
        The input problems of the evalset; only those of the kind "tokenized" are used.
    """
    scored = {stream.name for stream in streams_of(evalset) if stream.role != "source"}
    others = {f"system {name!r}" for name in evalset.systems if name not in systems}
    tokenized = [
        finding
        for finding in findings
        if finding.kind == "tokenized"
        and finding.stream in scored - others
        and finding.count >= min(LINES, SHARE * len(evalset))
    ]
    if not tokenized:
        return None
    names = {finding.stream for finding in tokenized}
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
    undone = {name: outputs[f"system {name!r}"] for name in systems}
    plain = replace(evalset, systems=undone, references=references)
    return Estimate(tokenized, way(first, second, plain, systems, progress=progress), changed)


def undo(texts: pa.Array) -> pa.Array:
    """(S,) The texts with unambiguous tokenization undone.

    >>> undo(pa.array(["It &apos;s ( well ) @-@ known , isn &apos;t it ."])).to_pylist()
    ["It's (well)-known, isn't it."]
    """
    for pattern, written in _RULES:
        texts = pc.replace_substring_regex(texts, pattern, written)
    return texts
