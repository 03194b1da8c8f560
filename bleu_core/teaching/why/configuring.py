"""Settings from the fields of a signature, with a remark for each that is not understood."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bleu_core.common.wording import cut
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.recipe import Printed, Recipe
from bleu_core.text.config import SMOOTHING, TOKENIZERS, BleuConfig
from bleu_core.text.streams import InputError

# Before, the value of "floor" was 0 by default, and no signature had it (changelog of 1.5.0).
_VALUES_TOLD = (1, 5, 0)
# The default tokenizers of sacreBLEU by target language, and since when (its changelog, and
# metrics/bleu.py).
BY_LANGUAGE = {"zh": ("zh", (1, 2, 20)), "ja": ("ja-mecab", (2, 0, 0))}
# Before, the command's "add-n" had no effect (pull request 55 of sacreBLEU).
_ADD_K_MENDED = (1, 4, 4)


class _NotKnown(ValueError):
    """An unknown value, with its `Message`."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem)
        self.problem = problem


def configured(
    metric: str,
    fields: Mapping[str, str],
    newer: bool,
    printed: Printed | None,
    remarks: list[Message],
) -> Recipe:
    """The recipe of a signature; `newer` is sacreBLEU 2's form. Adds to the remarks."""
    version = fields.get("version", "")
    release = _release(version)
    by = _by(version, newer)
    config, references = None, None
    if metric == "BLEU":
        problems: list[Message] = []
        config = _config(fields, newer, release, remarks, problems)
        references = _references(fields.get("nrefs", ""), problems)
        remarks += problems
    if not version:
        remarks.append(messages.version_not_given())
    return Recipe(by, metric, fields, release, config, references, False, tuple(remarks), printed)


def _by(version: str, newer: bool) -> str:
    if version.startswith("bleuscope-"):
        own, _, other = version.removeprefix("bleuscope-").partition("+sacrebleu-")
        return f"BLEUscope {cut(own)}" + (f" (as sacreBLEU {cut(other)})" if other else "")
    return f"sacreBLEU {cut(version)}" if version else f"sacreBLEU {'2' if newer else '1'}"


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
        except _NotKnown as error:
            not_known.append(error.problem)
    defaults = {"tok": _default_tokenizer(fields, release), "case": "mixed", "smooth": "exp"} | (
        {"eff": "no"} if newer else {}
    )
    for name, value in defaults.items():
        if name not in fields:
            remarks.append(messages.field_not_given(name, value))
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
    if name not in TOKENIZERS:
        raise _NotKnown(messages.unknown_tokenizer(text))
    return {"tokenize": name}


def _case(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    text = fields.get("case", "mixed")
    if text not in ("mixed", "lc"):
        raise _NotKnown(messages.unknown_value("case", text, ["mixed", "lc"]))
    return {"lowercase": text == "lc"}


def _smoothing(
    fields: Mapping[str, str], release: tuple[int, ...], remarks: list[Message]
) -> dict[str, Any]:
    text = fields.get("smooth", "exp")
    match = re.fullmatch(r"(exp|floor|add-k|add-n|none)(?:\[([0-9.e+-]{1,30})\])?", text)
    if not match:
        raise _NotKnown(messages.unknown_smoothing(text))
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
    text = fields.get("eff", "no")
    if text not in ("yes", "no"):
        raise _NotKnown(messages.unknown_value("eff", text, ["yes", "no"]))
    return {"effective_order": text == "yes"}


def _orders(fields: Mapping[str, str], *_: object) -> dict[str, Any]:
    text = fields.get("order", "4")
    if not re.fullmatch("[0-9]{1,3}", text):
        raise _NotKnown(messages.no_number("order", text))
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
        raise _NotKnown(messages.no_number(field, text)) from None
