"""Differences between two scores, in sentences: fields, versions, and what is not recorded.

Changes between versions of sacreBLEU are those of its changelog (CHANGELOG.md in mjpost/sacrebleu)
that may affect a BLEU score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.common.formatting import format_int, join_words, truncate
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.recipe import (
    Recipe,
    case_words,
    effective_order_words,
    order_words,
    short_segment_words,
    smoothing_words,
)
from bleu_core.teaching.why.signatures import BLEU_FIELDS, BY_LANGUAGE
from bleu_core.text import config
from bleu_core.text.config import BleuConfig


class VersionChange(NamedTuple):
    """A change of a release, and which scores it affects."""

    release: tuple[int, ...]
    concerns: Callable[[Recipe], bool]
    sentence: str


def _field(name: str, *beginnings: str) -> Callable[[Recipe], bool]:
    return lambda recipe: recipe.fields.get(name, "").startswith(beginnings)


def _any(recipe: Recipe) -> bool:
    return True


VERSION_CHANGES = (
    VersionChange(
        (1, 1, 3), _field("smooth", "exp"),
        "1.1.3 fixed the smoothing method exp, to match mteval-v13a.",
    ),
    VersionChange((1, 1, 7), _field("tok", "13a"), "1.1.7 fixed a detail of the tokenizer 13a."),
    VersionChange((1, 2, 12), _any, "Since 1.2.12, the default is to print one decimal."),
    VersionChange(
        (1, 2, 21), _any,
        "Since 1.2.21, a carriage return inside a line no longer ends the line.",
    ),
    VersionChange(
        (1, 4, 4), _field("smooth", "add-"),
        "1.4.4 fixed add-k, which started at order 3 instead of 2, and set its default value to 1.",
    ),
    VersionChange(
        (1, 5, 0), _field("smooth", "floor"),
        "1.5.0 changed the default value of floor from 0 (no smoothing) to 0.1.",
    ),
    VersionChange(
        (2, 0, 0), _any,
        "Since 2.0.0, an output without any match scores 0; before, smoothing gave it a small "
        "score.",
    ),
    VersionChange(
        (2, 0, 0), _field("tok", "intl"),
        "Since 2.0.0, the tokenizer intl uses the character classes of the package regex.",
    ),
    VersionChange(
        (2, 1, 0), lambda recipe: "order" in recipe.fields,
        "Only since 2.1.0 does sacreBLEU use an n-gram order other than 4 if one is requested.",
    ),
)  # fmt: skip


def version_changes(first: Recipe, second: Recipe) -> Iterator[str]:
    """The changes between the versions of two scores that affect either."""
    older, newer = sorted((first.release, second.release))
    for change in VERSION_CHANGES:
        if older < change.release <= newer and (change.concerns(first) or change.concerns(second)):
            yield change.sentence


def compare_printed(first: Recipe, second: Recipe) -> Iterator[Message]:
    """What the scores and lengths of two printed lines reveal."""
    a, b = first.printed, second.printed
    if a is None or b is None:
        return
    yield messages.printed_scores(a.score, b.score)
    lengths = (a.sys_len, a.ref_len, b.sys_len, b.ref_len)
    tokenizers = [recipe.config and recipe.config.tokenize for recipe in (first, second)]
    if None in (*lengths, *tokenizers) or tokenizers[0] != tokenizers[1]:
        return
    if a.sys_len == b.ref_len and a.ref_len == b.sys_len and a.sys_len != a.ref_len:
        yield messages.lengths_exchanged()
        return
    if a.sys_len != b.sys_len:
        yield messages.other_outputs(a.sys_len or 0, b.sys_len or 0)
    if first.references == second.references == 1 and a.ref_len != b.ref_len:
        yield messages.other_references(a.ref_len or 0, b.ref_len or 0)


def not_in_signatures(first: Recipe, second: Recipe) -> Iterator[Message]:
    """Everything that affects a score and is in no signature."""
    tests = {truncate(r.fields["test"]) for r in (first, second) if "test" in r.fields}
    yield messages.references_unsaid(sorted(tests))
    yield messages.preparation_unsaid()
    if "BLEU" in (first.metric, second.metric):
        yield messages.averaging_unsaid()
    yield messages.rounding_unsaid()


UNKNOWN = "not given"
# Trials of sacreBLEU's bootstrap and randomization, and the seed of both.
_RESAMPLING = ("bs", "ar", "seed")


@dataclass(frozen=True)
class RecipeDifference:
    """A field with different values in two scores."""

    field: str  # Its name in words: "tokenizer"
    # The values, in words.
    first: str
    second: str
    sentence: Message  # What the values mean, and the usual effect of the difference on BLEU


@dataclass(frozen=True)
class Explanation:
    """Why two scores differ, as far as their recipes tell."""

    first: Recipe
    second: Recipe
    headline: Message  # What differs, in a sentence
    differences: tuple[RecipeDifference, ...]
    alike: Mapping[str, str]  # Equal fields, with their value
    unsaid: tuple[Message, ...]  # What no signature records, and what printed lengths reveal

    @property
    def remarks(self) -> list[Message]:
        """What could not be read of either, or is assumed."""
        both = ((messages.first, self.first), (messages.second, self.second))
        return [named(remark) for named, recipe in both for remark in recipe.remarks]


def explain(first: Recipe, second: Recipe) -> Explanation:
    """The differences between two scores, and what is not known."""
    alike_metrics = first.metric == second.metric
    is_bleu = alike_metrics and first.metric == "BLEU"
    rows = list(_bleu_fields(first, second) if is_bleu else _other_fields(first, second))
    known = [row for row in rows if UNKNOWN not in (row.first, row.second)]
    different = tuple(row for row in known if row.first != row.second)
    fields = [row.field for row in different]
    headline = messages.differ_in(fields) if fields else messages.no_difference()
    one_sided = [row.sentence for row in rows if row not in known and row.first != row.second]
    if not alike_metrics:
        headline = messages.two_metrics(first.metric, second.metric)
        one_sided = []  # each has fields of its own
    alike = {row.field: row.first for row in known if row.first == row.second}
    left = [*compare_printed(first, second), *one_sided, *not_in_signatures(first, second)]
    return Explanation(first, second, headline, different, alike, tuple(left))


def _difference(field: str, values: Iterable[str], effect: str = "") -> RecipeDifference:
    first, second = values
    return RecipeDifference(field, first, second, messages.difference(field, first, second, effect))


def _other_fields(first: Recipe, second: Recipe) -> Iterator[RecipeDifference]:
    """The fields of metrics other than BLEU, or of two metrics, as they are written."""
    for name in dict.fromkeys([*first.fields, *second.fields]):
        if name != "version":
            values = [truncate(recipe.fields.get(name, UNKNOWN)) for recipe in (first, second)]
            yield _difference(f"field {truncate(name)}", values)
    if first.metric == second.metric and first.release and second.release:
        # Changelog of sacreBLEU 2.0.0: all metrics were scaled to 0-100.
        scales = ["0-1" if recipe.release < (2, 0, 0) else "0-100" for recipe in (first, second)]
        yield _difference("scale", scales)
    yield _difference("tool", (first.by, second.by))


def _bleu_fields(first: Recipe, second: Recipe) -> Iterator[RecipeDifference]:
    both = (first, second)
    yield from _setting_fields(both)
    yield from _text_fields(both)
    for name in dict.fromkeys([*first.fields, *second.fields]):
        if name not in BLEU_FIELDS:
            values = [truncate(recipe.fields.get(name, "absent")) for recipe in both]
            unknown = "BLEUscope does not know what it does."
            yield _difference(f"field {truncate(name)!r}", values, unknown)
    yield _difference("tool", (first.by, second.by), _about_versions(first, second))


def _setting_fields(both: tuple[Recipe, Recipe]) -> Iterator[RecipeDifference]:
    """The fields that affect the score of given texts."""
    yield _difference(
        "number of references",
        map(_number_of_references, both),
        "With more references there are more matches and BLEU is higher; scores with different "
        "references cannot be compared.",
    )
    # MeCab's name includes its version, which the settings do not have.
    tokenizers = [
        truncate(r.fields.get("tok", "")) or _setting(r, "tok", lambda c: c.tokenize) for r in both
    ]
    yield _difference("tokenizer", tokenizers, _about_tokenizers(both, tokenizers))
    yield _difference(
        "case",
        (_setting(recipe, "case", case_words) for recipe in both),
        "mixed: words match only in the same case. lc: all text is lower-cased first, so more "
        "words match and BLEU is usually higher.",
    )
    lengths = [_setting(recipe, "reflen", lambda c: c.reference_length) for recipe in both]
    about = _meanings(lengths, config.LENGTH_RULE_MEANINGS)
    single = all(recipe.references == 1 for recipe in both)
    yield _difference(
        "reference length",
        lengths,
        about
        + "The rule sets the brevity penalty, which is never stronger under shortest than under "
        "closest. " + ("With one reference it changes nothing." if single else ""),
    )
    yield _difference(
        "choice of n-gram orders",
        (_setting(recipe, "order", order_words) for recipe in both),
        "Longer n-grams match less often: the larger their weight, the lower BLEU.",
    )
    methods = [_setting(recipe, "smooth", smoothing_words) for recipe in both]
    yield _difference("smoothing", methods, _about_smoothing(methods))
    yield _difference(
        "use of effective order",
        (_setting(recipe, "eff", effective_order_words) for recipe in both),
        "It leaves out orders that the whole text is too short for. It is meant for single "
        "sentences and changes nothing on a test set.",
    )
    if any(recipe.counts_short for recipe in both):
        yield _difference(
            "count of segments too short for an order",
            (short_segment_words(recipe.counts_short) for recipe in both),
            "NLTK counts one unmatched n-gram in each of them, which lowers BLEU slightly.",
        )


def _text_fields(both: tuple[Recipe, Recipe]) -> Iterator[RecipeDifference]:
    """The fields about the texts, and about tests of the score."""
    for name, label in {"test": "test set", "lang": "language pair"}.items():
        yield _difference(
            label,
            (truncate(recipe.fields.get(name, UNKNOWN)) for recipe in both),
            "Scores on different texts cannot be compared.",
        )
    names = {name for recipe in both for name in recipe.fields}
    for name, label in {"origlang": "original language", "subset": "subset"}.items():
        if name in names:
            yield _difference(
                label,
                (truncate(recipe.fields.get(name, "all")) for recipe in both),
                "It leaves out segments; scores on different segments cannot be compared.",
            )
    if names & {*_RESAMPLING}:
        yield _difference(
            "resampling",
            map(_resampling, both),
            "It affects tests and intervals, not the score.",
        )


def _setting(recipe: Recipe, name: str, of: Callable[[BleuConfig], str]) -> str:
    """A setting in words; as in the signature if the settings are not known."""
    if recipe.config is not None:
        return of(recipe.config)
    return truncate(recipe.fields.get(name, UNKNOWN))


def _number_of_references(recipe: Recipe) -> str:
    if recipe.references is None:
        return UNKNOWN
    return "varying" if recipe.references == -1 else format_int(recipe.references)


def _resampling(recipe: Recipe) -> str:
    settings = {name: recipe.fields[name] for name in _RESAMPLING if name in recipe.fields}
    return join_words(f"{name} {truncate(value, 20)}" for name, value in settings.items()) or "none"


def _meanings(values: list[str], known: Mapping[str, str]) -> str:
    """The meanings of values: "exp: …; none: …. ", without unknown ones."""
    named = [(value, value.split(" ")[0]) for value in values]
    return "".join(f"{value}: {known[name]}. " for value, name in named if name in known)


def _about_tokenizers(both: tuple[Recipe, Recipe], values: list[str]) -> str:
    targets = {recipe.fields.get("lang", "").rpartition("-")[2] for recipe in both}
    chosen = [
        f"sacreBLEU uses {BY_LANGUAGE[target][0]} by default if the target language is given as "
        f"{target}. "
        for target in sorted(targets & BY_LANGUAGE.keys())
    ]
    # Post (2018), abstract.
    return (
        _meanings(values, config.TOKENIZER_MEANINGS)
        + "".join(chosen)
        + (
            "The tokens decide what can match at all: apart from the references, this usually "
            "affects BLEU most. Post (2018) found up to 1.8 points between common settings; it can "
            "be more."
        )
    )


def _about_smoothing(values: list[str]) -> str:
    about = _meanings(values, config.SMOOTHING_MEANINGS)
    if any(value.startswith("add-k") for value in values):
        return about + "add-k changes every score; on a large test set, slightly."
    return about + (
        "It matters only if an order has no match in the whole text: on a test set of more than a "
        "few lines it changes nothing."
    )


def _about_versions(first: Recipe, second: Recipe) -> str:
    if not first.release or not second.release:
        return ""
    changes = " ".join(version_changes(first, second))
    return changes or "No change between these versions is known to affect such a score."
