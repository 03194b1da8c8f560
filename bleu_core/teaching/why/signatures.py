"""Read signatures: both forms of sacreBLEU, ours, whole printed lines, and names of tools.

sacreBLEU 1 wrote "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.14"; from 2.0.0 on it
is "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0", with "BLEU|" before it on a printed
line. `--short` abbreviates the names. What follows " = " is the score, and in sacreBLEU's JSON the
signature is a field of its own (sacrebleu/metrics/base.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from bleu_core.common.formatting import truncate
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.recipe import (
    EXAMPLES,
    PrintedScore,
    Recipe,
    UnreadableRecipe,
    recipe_of_tool,
)
from bleu_core.text.config import SMOOTHING, TOKENIZERS, BleuConfig, is_tokenizer, plugin_tokenizers
from bleu_core.text.evalset import InputError
from bleu_core.text.tokenizers import tokenizer_signature

# Before, the value of "floor" was 0 by default, and no signature had it (changelog of 1.5.0).
_VALUES_TOLD = (1, 5, 0)
# The default tokenizers of sacreBLEU by target language, and since when (its changelog, and
# metrics/bleu.py).
BY_LANGUAGE = {"zh": ("zh", (1, 2, 20)), "ja": ("ja-mecab", (2, 0, 0))}
# Before, the command's "add-n" had no effect (pull request 55 of sacreBLEU).
_ADD_K_MENDED = (1, 4, 4)


class _UnknownValue(ValueError):
    """An unknown value, with its `Message`."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem)
        self.problem = problem


def _tool_and_version(version: str, newer: bool) -> str:
    if version.startswith("bleuscope-"):
        own, _, other = version.removeprefix("bleuscope-").partition("+sacrebleu-")
        same = f" (as sacreBLEU {truncate(other)})" if other else ""
        return f"BLEUscope {truncate(own)}{same}"
    return f"sacreBLEU {truncate(version)}" if version else f"sacreBLEU {'2' if newer else '1'}"


def _release(version: str) -> tuple[int, ...]:
    match = re.match(r"[0-9]{1,4}(?:\.[0-9]{1,4})+", version.rpartition("sacrebleu-")[2])
    return tuple(map(int, match[0].split("."))) if match else ()


def _before(release: tuple[int, ...], since: tuple[int, ...]) -> bool:
    """Whether a release is older than another; an unknown one counts as newer."""
    return bool(release) and release < since


def _references(text: str, problems: list[Message]) -> int | None:
    """The number of references; -1 if it varies, None if it is not given."""
    if text == "var":
        return -1
    if re.fullmatch("[1-9][0-9]{0,3}", text):
        return int(text)
    if text not in ("", "?"):
        problems.append(messages.no_number_of_references(text))
    return None


def _config(
    fields: Mapping[str, str],
    newer: bool,
    release: tuple[int, ...],
    remarks: list[Message],
    problems: list[Message],
) -> BleuConfig | None:
    """Settings with sacreBLEU's defaults for missing fields; None if a value is unknown."""
    settings: dict[str, Any] = {}
    not_known: list[Message] = []
    for reader in (_tokenizer, _case, _smoothing, _effective_order, _orders, _length_rule):
        try:
            settings |= reader(fields, release, remarks)
        except _UnknownValue as error:
            not_known.append(error.problem)
    defaults = {"tok": _default_tokenizer(fields, release), "case": "mixed", "smooth": "exp"}
    defaults |= {"eff": "no"} if newer else {}
    missing = [(name, value) for name, value in defaults.items() if name not in fields]
    remarks += (messages.field_not_given(name, value) for name, value in missing)
    if not not_known:
        try:
            return BleuConfig(**settings)
        except InputError as error:
            not_known += (each for each in error.problems if isinstance(each, Message))
    problems += [*not_known, messages.cannot_be_counted()]
    return None


def _default_tokenizer(fields: Mapping[str, str], release: tuple[int, ...]) -> str:
    target = fields.get("lang", "").rpartition("-")[2]
    chosen, since = BY_LANGUAGE.get(target, ("13a", ()))
    return "13a" if _before(release, since) else chosen


def _tokenizer(
    fields: Mapping[str, str], release: tuple[int, ...], _: list[Message]
) -> dict[str, Any]:
    text = fields.get("tok", _default_tokenizer(fields, release))
    # MeCab's name ends with its version and dictionary.
    name = next((n for n in ("ja-mecab", "ko-mecab") if text.startswith(f"{n}-")), text)
    # So does that of a plugin, with its package and version.
    if name not in TOKENIZERS:
        plugins = plugin_tokenizers().found
        name = next((n for n in plugins if tokenizer_signature(n) == text), name)
    if not is_tokenizer(name):
        raise _UnknownValue(messages.unknown_tokenizer(text))
    return {"tokenize": name}


def _case(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    return {"lowercase": _one_of(fields.get("case", "mixed"), "case", ["mixed", "lc"]) == "lc"}


def _one_of(text: str, field: str, values: list[str]) -> str:
    if text not in values:
        raise _UnknownValue(messages.unknown_value(field, text, values))
    return text


def _smoothing(
    fields: Mapping[str, str], release: tuple[int, ...], remarks: list[Message]
) -> dict[str, Any]:
    text = fields.get("smooth", "exp")
    match = re.fullmatch(r"(exp|floor|add-k|add-n|none)(?:\[([0-9.e+-]{1,30})\])?", text)
    if not match:
        raise _UnknownValue(messages.unknown_smoothing(text))
    method, value = match[1], fields.get("smoothval", match[2])
    default = SMOOTHING.get(method)
    if method == "add-n" or (method == "add-k" and _before(release, _ADD_K_MENDED)):
        remarks.append(messages.add_k_of_then(text))
        return {"smooth_method": "none"}
    if method == "floor" and value is None and _before(release, _VALUES_TOLD):
        remarks.append(messages.floor_of_then())
        return {"smooth_method": "none"}
    if value is None:
        if method in ("floor", "add-k"):
            remarks.append(messages.value_not_given(method))
        return {"smooth_method": method}
    number = _number(value, "smoothval")
    # A default that is given explicitly is no difference.
    return {"smooth_method": method, "smooth_value": None if number == default else number}


def _effective_order(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    return {"effective_order": _one_of(fields.get("eff", "no"), "eff", ["yes", "no"]) == "yes"}


def _orders(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    text = fields.get("order", "4")
    if not re.fullmatch("[0-9]{1,3}", text):
        raise _UnknownValue(messages.no_number("order", text))
    weights = fields.get("weights")
    if weights is None:
        return {"max_ngram_order": int(text)}
    each = tuple(_number(part, "weights") for part in weights.split(","))
    return {"max_ngram_order": int(text), "weights": each}


def _length_rule(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    return {"reference_length": fields.get("reflen", "closest")}


def _number(text: str, field: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _UnknownValue(messages.no_number(field, text)) from None


# A signature in JSON with its numbers is some 500 characters.
LONGEST_RECIPE = 2_000

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
_PRINTED_NUMBER = r"[0-9]+(?:\.[0-9]+)?"


def read_recipe(text: str) -> Recipe:
    """The recipe in a text; UnreadableRecipe if it is neither a signature nor the name of a tool.

    A field that is not understood is a remark of the recipe.
    """
    if len(text) > LONGEST_RECIPE:
        raise UnreadableRecipe([messages.too_long(LONGEST_RECIPE)])
    line = " ".join(text.split())
    if not line:
        raise UnreadableRecipe([messages.nothing_given(EXAMPLES)])
    if line[0] in "[{":
        line = _of_json(text)
    recipe = recipe_of_tool(line)
    if recipe is not None:
        return recipe
    signature, _, after = line.partition(" = ")
    if signature == "BLEU" or "BLEU score = " in line:
        raise UnreadableRecipe([messages.score_alone(EXAMPLES)])
    printed = _read_printed(after)
    remarks = [messages.no_score(after)] if after and not printed else []
    return _recipe_of_signature(signature, printed, remarks)


def _of_json(text: str) -> str:
    """The printed line for a JSON object of sacreBLEU or of `bleuscope score`."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableRecipe([messages.no_json()]) from None
    if isinstance(values, list) and len(values) == 1:
        [values] = values
    if isinstance(values, list):
        raise UnreadableRecipe([messages.several_scores(len(values))])
    if not isinstance(values, dict) or not isinstance(values.get("signature"), str):
        raise UnreadableRecipe([messages.json_without_signature()])
    name, score, more = (values.get(key, "") for key in ("name", "score", "verbose_score"))
    printed = str(more) if str(more).startswith(str(score)) else f"{score} {more}"
    return f"{name}|{values['signature']} = {printed}"


def _read_printed(after: str) -> PrintedScore | None:
    """The score and lengths of "26.4 58.1/… (BP = … hyp_len = 64599 ref_len = 62688)"."""
    score = re.match(_PRINTED_NUMBER, after)
    if not score:
        return None
    names = ("hyp_len", "ref_len")
    lengths = [re.search(rf"{name} ?= ?([0-9]{{1,15}})\b", after) for name in names]
    return PrintedScore(score[0], *(int(match[1]) if match else None for match in lengths))


def _recipe_of_signature(
    signature: str, printed: PrintedScore | None, remarks: list[Message]
) -> Recipe:
    """The recipe of a signature; `newer` is sacreBLEU 2's form. Adds to the remarks."""
    newer = "|" in signature or re.match(r"[\w#]+:", signature) is not None
    pieces = [piece.strip() for piece in signature.split("|" if newer else "+")]
    separator = ":" if newer else "."
    metric = "" if separator in pieces[0] else pieces.pop(0)
    fields: dict[str, str] = {}
    for name, value in _pairs(pieces, separator, remarks):
        if name in fields:
            remarks.append(messages.field_twice(name, fields[name]))
        fields.setdefault(name, value)
    named = next((_METRIC_OF[name] for name in fields if name in _METRIC_OF), "BLEU")
    metric = "BLEU" if metric.lower() == "bleu" else metric or named
    if not fields.keys() & {*BLEU_FIELDS, *_METRIC_OF}:
        raise UnreadableRecipe([messages.no_signature(signature, EXAMPLES)])
    for name in fields.keys() - {*BLEU_FIELDS} if metric == "BLEU" else ():
        remarks.append(messages.unknown_field(name))
    version = fields.get("version", "")
    release = _release(version)
    config, references = None, None
    if metric == "BLEU":
        problems: list[Message] = []
        config = _config(fields, newer, release, remarks, problems)
        references = _references(fields.get("nrefs", ""), problems)
        remarks += problems
    if not version:
        remarks.append(messages.version_not_given())
    by = _tool_and_version(version, newer)
    return Recipe(by, metric, fields, release, config, references, False, tuple(remarks), printed)


def _pairs(pieces: list[str], separator: str, remarks: list[Message]) -> Iterator[tuple[str, str]]:
    """Names and values; other pieces are remarks."""
    for piece in pieces:
        name, sign, value = piece.partition(separator)
        if sign and name and value:
            yield _LONG.get(name, name), {"true": "yes", "false": "no"}.get(value, value)
        else:
            remarks.append(messages.no_field(piece))
