"""Read how a BLEU score was computed: from its signature, or from the name of a tool.

sacreBLEU 1 wrote "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.14"; from 2.0.0 on it
is "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0", with "BLEU|" before it and the
score after it on a printed line. `--short` abbreviates the names. Fields about the texts, the
version, and tests of the score are no settings.

Sources on tools: multi-bleu.perl, multi-bleu-detok.perl, mteval-v11b.pl and mteval-v13a.pl as Moses
has them (scripts/generic); nltk.translate.bleu_score; Papineni et al. (2002), whose worked examples
count words without punctuation, and whose authors' script, the origin of mteval, lowercased.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from bleu_core.messages import why as messages
from bleu_core.text.config import SMOOTHING, TOKENIZERS, BleuConfig, tokenizer_names
from bleu_core.text.evalset import InputError


@dataclass(frozen=True)
class ScoreSettings:
    """The settings of a score.

    `references` is the number of references per segment, None for all that there are. Under
    `pads_short`, a segment too short for an order counts one n-gram of it, as in NLTK.
    """

    config: BleuConfig
    references: int | None = None
    pads_short: bool = False
    printed: str = field(default="", compare=False)  # the score of a printed line, or ""


_TOKENS = BleuConfig(tokenize="none", smooth_method="none")
# By the names that are read, without regard to case.
TOOLS = {
    "multi-bleu": ScoreSettings(_TOKENS),
    "multi-bleu -lc": ScoreSettings(
        BleuConfig(tokenize="none", smooth_method="none", lowercase=True)
    ),
    "multi-bleu-detok": ScoreSettings(BleuConfig(smooth_method="none")),
    "multi-bleu-detok -lc": ScoreSettings(BleuConfig(smooth_method="none", lowercase=True)),
    "NLTK": ScoreSettings(_TOKENS, pads_short=True),
    "paper": ScoreSettings(BleuConfig(tokenize="none", smooth_method="none", lowercase=True)),
    "mteval-v11b": ScoreSettings(
        BleuConfig(smooth_method="none", lowercase=True, reference_length="shortest")
    ),
    "mteval-v11b -c": ScoreSettings(BleuConfig(smooth_method="none", reference_length="shortest")),
    "mteval-v13a": ScoreSettings(BleuConfig(lowercase=True)),
    "mteval-v13a -c": ScoreSettings(BleuConfig()),
}
# The names of sacreBLEU 1 and of `--short` for fields of sacreBLEU 2.
_LONG = {"numrefs": "nrefs", "#": "nrefs", "c": "case", "e": "eff", "s": "smooth"}
_SETTINGS = ("case", "eff", "tok", "smooth", "smoothval", "order", "weights", "reflen")
_OTHERS = {
    *("nrefs", "version", "v", "test", "t", "lang", "l", "origlang", "o", "subset", "S"),
    *("bs", "ar", "seed", "rs"),
}


def read_settings(text: str) -> ScoreSettings:
    """The settings in a signature, which may be a whole printed line, or of a tool.

    Fields that are missing have sacreBLEU's defaults. InputError if the text is neither, or has a
    field or a value that BLEUscope does not know.
    """
    line = " ".join(text.split())
    name = re.sub(r"\.(perl|pl)\b", "", line.lower())
    for tool, known in TOOLS.items():
        if name == tool.lower():
            return known
    start, _, scores = line.partition(" = ")
    signature = re.sub(r"^BLEU[|+]", "", start)
    printed = re.match(r"\d+(\.\d+)?(?!\S)", scores, re.ASCII)
    newer = "|" in signature or re.match(r"[\w#]+:", signature)
    fields, unknown = {}, []
    for piece in signature.split("|" if newer else "+"):
        name, _, value = piece.strip().partition(":" if newer else ".")
        name = _LONG.get(name, name)
        if value and (name in _SETTINGS or name in _OTHERS):
            fields[name] = value
        else:
            unknown.append(messages.unknown_field(piece))
    if not fields:
        raise InputError([messages.no_signature(line, [*TOOLS])])
    if unknown:
        raise InputError(unknown)
    settings: dict[str, Any] = {}
    for name in _SETTINGS:
        if name in fields:
            settings |= _setting(name, fields[name])
    # A default that is given is no difference.
    if settings.get("smooth_value") == SMOOTHING.get(settings.get("smooth_method", "")):
        settings.pop("smooth_value", None)
    references = _references(fields.get("nrefs", "?"))
    return ScoreSettings(BleuConfig(**settings), references, printed=printed[0] if printed else "")


def _setting(name: str, value: str) -> dict[str, Any]:
    """What a field sets; InputError unless it has such a value."""
    try:
        match name:
            case "case":
                return {"lowercase": ("mixed", "lc").index(value) == 1}
            case "eff":
                return {"effective_order": ("no", "yes").index(value) == 1}
            case "tok":
                # MeCab and plugins add a version to the name.
                names = [name for name in tokenizer_names() if value.startswith(f"{name}-")]
                return {"tokenize": value if value in TOKENIZERS or not names else names[0]}
            case "smooth":
                method, _, number = value.removesuffix("]").partition("[")
                number_given = {"smooth_value": float(number)} if number else {}
                return {"smooth_method": method, **number_given}
            case "smoothval":
                return {"smooth_value": float(value)}
            case "order":
                return {"max_ngram_order": int(value)}
            case "weights":
                return {"weights": tuple(map(float, value.split(",")))}
            case _:
                return {"reference_length": value}
    except ValueError:
        raise InputError([messages.unknown_value(name, value)]) from None


def _references(value: str) -> int | None:
    if value in ("var", "?"):
        return None
    if not re.fullmatch("[1-9][0-9]{0,3}", value):
        raise InputError([messages.unknown_value("nrefs", value)])
    return int(value)
