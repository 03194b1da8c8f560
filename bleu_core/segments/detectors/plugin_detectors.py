"""Detectors of plugins, which are checked, and named where they fail."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from bleu_core.common.formatting import format_int
from bleu_core.common.plugins import Fault, Plugin, Plugins, load_plugins
from bleu_core.messages import plugin as messages
from bleu_core.metrics.registry import metric_keys
from bleu_core.segments.detectors.registry import DETECTORS, SAMENESS, Detector
from bleu_core.segments.detectors.text_features import DetectorInput, Mask
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.text.config import MAX_ORDER
from bleu_core.text.plugin_guard import guarded, left_out, with_origin

# Columns of A and B that are no detectors: "a.length", "a.matches2".
_COLUMNS = {"bleu", "length", "ratio", "unseen", *(f"matches{n}" for n in range(1, MAX_ORDER + 1))}


def all_detectors() -> tuple[Detector, ...]:
    """The built-in detectors, then those of plugins; those that are left out say why."""
    plugins = plugin_detectors()
    absent = (_absent(fault) for fault in plugins.faults if fault.has_own_name)
    return (*DETECTORS, *plugins.found.values(), *absent)


def _absent(fault: Fault) -> Detector:
    """A detector that is left out: it has no flags, and says why."""
    name, why = fault.plugin.name, left_out(fault)
    return Detector(
        name, name, why, lambda material, *_: np.zeros(len(material), bool), why, "", why
    )


def plugin_detectors() -> Plugins[Detector]:
    """The detectors of plugins, by name."""
    names = {one.name for one in (*DETECTORS, *SAMENESS)}
    return load_plugins("detectors", {*names, *_COLUMNS, *metric_keys()}, checked_detector)


def checked_detector(plugin: Plugin, detector: Any) -> Detector:
    """The detector of a plugin, whose flags are checked."""
    if not isinstance(detector, Detector):
        raise TypeError(
            messages.wrong_result("The entry point", type(detector).__name__, "a Detector")
        )
    thresholds = ["", *(field.name for field in fields(Thresholds))]
    if detector.threshold not in thresholds:
        raise ValueError(f"{detector.threshold!r} is no threshold")

    def find(material: DetectorInput, side: str, limits: Thresholds) -> Mask:
        with guarded(plugin):
            flags = np.asarray(detector.find(material, side, limits))
            if flags.shape != (len(material),) or flags.dtype != bool:
                got = f"an array of {flags.dtype} {flags.shape}"
                expected = f"an array of bool ({format_int(len(material))},)"
                raise ValueError(messages.wrong_result("find", got, expected))
            return flags

    without = detector.without_source
    return replace(
        detector,
        name=plugin.name,
        about=with_origin(detector.about, plugin),
        without_source=with_origin(without, plugin) if without else "",
        find=find,
    )
