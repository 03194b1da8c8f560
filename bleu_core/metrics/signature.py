"""Signatures: the settings that determine a score, in sacreBLEU's format and as its command line.

Scores without a signature cannot be compared (Post 2018, "A Call for Clarity in Reporting BLEU
Scores"). Settings that sacreBLEU does not have (order, weights, length rule) are added if they
differ from its fixed behaviour.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version

from bleu_core.common.formatting import format_count, format_plain
from bleu_core.common.version import __version__
from bleu_core.text.config import SMOOTHING, TOKENIZERS, BleuConfig
from bleu_core.text.tokenizers import tokenizer_signature


def signature(config: BleuConfig, num_refs: int) -> str:
    """For example "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:…".

    num_refs is -1 if the number of references varies, as in sacreBLEU.
    """
    fields = {
        "case": "lc" if config.lowercase else "mixed",
        "eff": "yes" if config.effective_order else "no",
        "tok": tokenizer_signature(config.tokenize),
        "smooth": config.smooth_method,
    }
    if SMOOTHING[config.smooth_method] is not None:
        fields["smooth"] += f"[{config.smoothing:.2f}]"
        # sacreBLEU prints two decimals; a value with more is added in full.
        if float(f"{config.smoothing:.2f}") != config.smoothing:
            fields["smoothval"] = repr(config.smoothing)
    if config.max_ngram_order != 4:
        fields["order"] = str(config.max_ngram_order)
    if config.weights is not None:
        fields["weights"] = ",".join(f"{w:.12g}" for w in config.weights)
    if config.reference_length != "closest":
        fields["reflen"] = config.reference_length
    return format_signature(num_refs, fields)


def summarize_settings(config: BleuConfig, num_refs: int) -> str:
    """The settings in a few words: always tokenizer, case and references, and what is unusual.

    >>> summarize_settings(BleuConfig(), 2)
    '13a · cased · 2 refs'
    >>> summarize_settings(BleuConfig(lowercase=True, smooth_method="floor", max_ngram_order=2), 1)
    '13a · lowercase · floor 0.1 · order 2 · 1 ref'
    """
    smoothing = config.smooth_method
    if SMOOTHING[smoothing] is not None:
        smoothing += f" {format_plain(config.smoothing)}"
    parts = [config.tokenize, "lowercase" if config.lowercase else "cased"]
    parts += [smoothing] if smoothing != BleuConfig().smooth_method else []
    parts += [f"order {config.max_ngram_order}"] if config.max_ngram_order != 4 else []
    parts += ["own weights"] if config.weights is not None else []
    parts += [config.reference_length] if config.reference_length != "closest" else []
    return " · ".join([*parts, format_count(num_refs, "ref")])


def format_signature(num_refs: int, fields: Mapping[str, str]) -> str:
    """The signature of any metric: the number of references, its fields, the version.

    >>> format_signature(-1, {"case": "lc"}).partition("version")[0]
    'nrefs:var|case:lc|'
    """
    references = "var" if num_refs == -1 else str(num_refs)
    every = {"nrefs": references, **fields, "version": _version_field()}
    return "|".join(f"{name}:{value}" for name, value in every.items())


def is_known_to_sacrebleu(config: BleuConfig) -> bool:
    """Whether sacreBLEU can compute this score: it has no weights, one length rule, no plugins."""
    is_usual = config.weights is None and config.reference_length == "closest"
    return is_usual and config.tokenize in TOKENIZERS


def sacrebleu_command(
    config: BleuConfig,
    references: Sequence[str],
    systems: Sequence[str],
    test_set: tuple[str, str] | None = None,
) -> str:
    """The sacreBLEU command line for the same scores; '' if there is none.

    `references` and `systems` are file names; `test_set` is the name and language pair of
    sacreBLEU's test set with these references.
    """
    if not is_known_to_sacrebleu(config) or not references:
        return ""
    # Its command line, unlike its Python interface, has no option for an order, and uses effective
    # order for sentences only.
    if config.max_ngram_order != 4 or config.effective_order:
        return ""
    named = ["-t", test_set[0], "-l", test_set[1]] if test_set else references
    words = ["sacrebleu", *named, "-i", *systems, "-m", "bleu", "-w", "2"]
    # Its default depends on the language pair, if it knows one.
    if config.tokenize != "13a" or test_set:
        words += ["--tokenize", config.tokenize]
    if config.lowercase:
        words += ["--lowercase"]
    if config.smooth_method != "exp":
        words += ["--smooth-method", config.smooth_method]
        if config.smooth_value is not None:
            words += ["--smooth-value", repr(config.smooth_value)]
    return shlex.join(words)


@cache
def _version_field() -> str:
    return f"bleuscope-{__version__}+sacrebleu-{version('sacrebleu')}"
