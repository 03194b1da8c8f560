"""The selected segments of a report, as a sentence and as a command."""

from __future__ import annotations

import shlex
from dataclasses import fields
from typing import Any

from bleu_core.common.numerals import counted, plain, whole
from bleu_core.metrics import NAMES
from bleu_core.present.report.content import Content
from bleu_core.segments.detectors import Thresholds
from bleu_core.text.config import BleuConfig


def only(content: Content) -> str:
    """How many of the segments these are, in words; '' where they are all."""
    data = content.comparison.evalset
    return "" if data.whole is data else some(len(data), len(data.whole))


def some(number: int, of: int) -> str:
    """ "Only N of M segments".

    >>> some(312, 2445)
    'Only 312 of 2\\u202f445 segments'
    """
    return f"Only {whole(number)} of {counted(of, 'segment')}"


def command(content: Content) -> str:
    """The command line that compares the same segments; '' where they are all, or chosen by hand.

    Files that are not known have the names of their roles.
    """
    if not content.where:
        return ""
    roles = {"A": "A", "B": "B", "source": "SOURCE", "documents": "DOCUMENTS"}
    files: dict[str, list[str]] = {}
    for one in content.inputs:
        usual = roles.get(one.role, f"REFERENCE-{one.name}")
        files.setdefault(one.role, []).append(one.file or usual)
    words = ["bleuscope", "compare", *files.get("A", []), *files.get("B", [])]
    for role, option in (("reference", "--ref"), ("source", "--src"), ("documents", "--docs")):
        words += [option, *files[role]] if role in files else []
    words += [*_changed(content.comparison.config, BleuConfig()), "--where", content.where]
    for name in _differing(content.thresholds, Thresholds()):
        words += ["--threshold", f"{name}={plain(getattr(content.thresholds, name), 15)}"]
    keys = [one.opinion.about.key for one in content.opinions]
    if known := [key for key in keys if key in NAMES]:
        words += ["-m", *known]
    return shlex.join(words)


def _differing(settings: Any, usual: Any) -> list[str]:
    names = [field.name for field in fields(settings)]
    return [name for name in names if getattr(settings, name) != getattr(usual, name)]


def _changed(config: BleuConfig, usual: BleuConfig) -> list[str]:
    """The settings of a score as options, without defaults."""
    words = []
    for name in _differing(config, usual):
        value = getattr(config, name)
        words.append(f"--{name.replace('_', '-')}")
        if isinstance(value, tuple):
            words.append(",".join(map(repr, value)))
        elif not isinstance(value, bool):
            words.append(str(value))
    return words
