"""Why two scores differ: from the settings of one to those of the other, one setting at a time.

The order of the settings is fixed: first the references, then the tokens, then the formula. Another
order gives other scores in between, so a step does not measure how much a setting is to blame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bleu_core.common.formatting import format_int, format_plain, format_score, join_words
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics, statistics_of
from bleu_core.metrics.signature import summarize_settings
from bleu_core.metrics.signature_reading import ScoreSettings
from bleu_core.text.config import SMOOTHING
from bleu_core.text.evalset import EvalSet, raise_problems

# The settings of BLEU that change together, in the order of the steps.
_CHANGES = {
    "tokenizer": ("tokenize",),
    "case": ("lowercase",),
    "reference length": ("reference_length",),
    "n-gram orders": ("max_ngram_order", "weights"),
    "smoothing": ("smooth_method", "smooth_value"),
    "effective order": ("effective_order",),
}
_REFERENCES, _SHORT = "references", "n-grams of segments too short for an order"


@dataclass(frozen=True)
class SettingStep:
    """The scores, one per system, after a setting has changed; "first" is before all changes."""

    setting: str
    before: str  # its values in words; "" for the first, whose `after` has all settings
    after: str
    scores: tuple[float, ...]


def setting_steps(
    first: ScoreSettings,
    second: ScoreSettings,
    evalset: EvalSet,
    systems: Sequence[str],
    progress: Progress | None = None,
) -> list[SettingStep]:
    """The scores under the first settings, and after each change up to the second settings.

    Of more references than a score had, the first ones are used. InputError if there are fewer, or
    if the texts cannot be scored.
    """
    available = len(evalset.references)
    numbers = [each.references or available for each in (first, second)]
    raise_problems([messages.too_few_references(n, available) for n in numbers if n > available])
    first, second = replace(first, references=numbers[0]), replace(second, references=numbers[1])
    changes = list(_changes(first, second))
    order = max(settings.config.max_ngram_order for _, settings in changes)
    counted: dict[object, list[SegmentStatistics]] = {}
    steps, before = [], first
    for i, (setting, settings) in enumerate(changes):
        config, references = settings.config, evalset.references[: settings.references]
        # With one reference all rules for its length agree.
        rule = config.reference_length if len(references) > 1 else ""
        key = (len(references), config.tokenize, config.lowercase, rule)
        if key not in counted:
            part = sub_progress(progress, i / len(changes), (i + 1) / len(changes))
            streams = [evalset.systems[name] for name in systems]
            full = replace(config, max_ngram_order=order, weights=None)
            counted[key] = statistics_of(streams, references, full, part)
        scores = tuple(_score(statistics, settings) for statistics in counted[key])
        if setting:
            values = _words(setting, before), _words(setting, settings)
        else:
            setting, values = "first", ("", summarize_settings(config, len(references)))
        steps.append(SettingStep(setting, *values, scores))
        before = settings
    return steps


def printed_score_note(settings: ScoreSettings, step: SettingStep) -> Message | None:
    """A note if the score printed with these settings is none of those that the step has."""
    printed = settings.printed
    half = 0.5 * 10.0 ** -len(printed.partition(".")[2]) + 1e-9
    if not printed or any(abs(score - float(printed)) <= half for score in step.scores):
        return None
    return messages.other_score(printed, [format_score(score) for score in step.scores])


def _changes(first: ScoreSettings, second: ScoreSettings) -> Iterator[tuple[str, ScoreSettings]]:
    """Each setting that differs, with all settings after it has changed; "" before all changes."""
    settings = first
    yield "", settings
    if settings.references != second.references:
        settings = replace(settings, references=second.references)
        yield _REFERENCES, settings
    for setting, names in _CHANGES.items():
        values = {name: getattr(second.config, name) for name in names}
        config = replace(settings.config, **values)
        if config != settings.config:
            settings = replace(settings, config=config)
            yield setting, settings
    if settings.pads_short != second.pads_short:
        yield _SHORT, second


def _words(setting: str, settings: ScoreSettings) -> str:
    """The value of a setting, in words."""
    config = settings.config
    match setting:
        case "tokenizer":
            return config.tokenize
        case "case":
            return "lc" if config.lowercase else "mixed"
        case "reference length":
            return config.reference_length
        case "n-gram orders":
            orders = f"1 to {format_int(config.max_ngram_order)}"
            weights = config.weights and join_words(map(format_plain, config.weights))
            return f"{orders}, weights {weights}" if weights else orders
        case "smoothing":
            number = SMOOTHING[config.smooth_method] is not None
            return config.smooth_method + (f" {format_plain(config.smoothing)}" if number else "")
        case "effective order":
            return "yes" if config.effective_order else "no"
        case "references":
            return format_int(settings.references or 0)
        case _:
            return "1" if settings.pads_short else "0"


def _score(statistics: SegmentStatistics, settings: ScoreSettings) -> float:
    config = settings.config
    names = ("max_ngram_order", "weights", "smooth_method", "smooth_value", "effective_order")
    rescored = statistics.rescored(**{name: getattr(config, name) for name in names})
    if settings.pads_short:
        # NLTK's denominators are max(1, n-grams of the segment): nltk.translate.bleu_score,
        # modified_precision.
        matrix = rescored.matrix.copy()
        totals = matrix[:, 2 + config.max_ngram_order :]
        np.maximum(totals, 1, out=totals)
        rescored = rescored.with_rows(matrix)
    return score_of(rescored)
