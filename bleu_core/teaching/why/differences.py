"""The fields in which two scores differ, in sentences, and those that are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from bleu_core.common.numerals import whole
from bleu_core.common.wording import cut, listed
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.configuring import BY_LANGUAGE
from bleu_core.teaching.why.reading import BLEU_FIELDS
from bleu_core.teaching.why.recipe import Recipe
from bleu_core.teaching.why.unsaid import from_lines, unsaid
from bleu_core.teaching.why.versions import changes
from bleu_core.teaching.why.words import case, effective_order, orders, short_segments, smoothing
from bleu_core.text import meanings
from bleu_core.text.config import BleuConfig

NOT_SAID = "not said"
# Trials of sacreBLEU's bootstrap and randomization, and the seed of both.
_RESAMPLING = ("bs", "ar", "seed")


@dataclass(frozen=True)
class Difference:
    """A field with different values in two scores.

    Attributes
    ----------
    field : str
        Its name in words: "tokenizer".
    first, second : str
        The values, in words.
    sentence : Message
        What the values mean, and the usual effect of the difference on BLEU.
    """

    field: str
    first: str
    second: str
    sentence: Message


@dataclass(frozen=True)
class Explanation:
    """Why two scores differ, as far as their recipes tell.

    Attributes
    ----------
    first, second : Recipe
    headline : Message
        What differs, in a sentence.
    differences : tuple of Difference
    alike : mapping
        Equal fields, with their value.
    unsaid : tuple of Message
        What no signature records, and what printed lengths reveal.
    """

    first: Recipe
    second: Recipe
    headline: Message
    differences: tuple[Difference, ...]
    alike: Mapping[str, str]
    unsaid: tuple[Message, ...]

    @property
    def remarks(self) -> list[Message]:
        """What could not be read of either, or is assumed."""
        both = ((messages.first, self.first), (messages.second, self.second))
        return [named(remark) for named, recipe in both for remark in recipe.remarks]


def explain(first: Recipe, second: Recipe) -> Explanation:
    """The differences between two scores, and what is not known."""
    alike_metrics = first.metric == second.metric
    is_bleu = alike_metrics and first.metric == "BLEU"
    rows = list(_bleu(first, second) if is_bleu else _others(first, second))
    known = [row for row in rows if NOT_SAID not in (row.first, row.second)]
    different = tuple(row for row in known if row.first != row.second)
    fields = [row.field for row in different]
    headline = messages.differ_in(fields) if fields else messages.no_difference()
    one_sided = [row.sentence for row in rows if row not in known and row.first != row.second]
    if not alike_metrics:
        headline = messages.two_metrics(first.metric, second.metric)
        one_sided = []  # each has fields of its own
    alike = {row.field: row.first for row in known if row.first == row.second}
    left = [*from_lines(first, second), *one_sided, *unsaid(first, second)]
    return Explanation(first, second, headline, different, alike, tuple(left))


def _row(field: str, values: Iterable[str], effect: str = "") -> Difference:
    first, second = values
    return Difference(field, first, second, messages.difference(field, first, second, effect))


def _others(first: Recipe, second: Recipe) -> Iterator[Difference]:
    """The fields of metrics other than BLEU, or of two metrics, as they are written."""
    for name in dict.fromkeys([*first.fields, *second.fields]):
        if name != "version":
            values = [cut(recipe.fields.get(name, NOT_SAID)) for recipe in (first, second)]
            yield _row(f"field {cut(name)}", values)
    if first.metric == second.metric and first.release and second.release:
        # Changelog of sacreBLEU 2.0.0: all metrics were scaled to 0-100.
        scales = ["0-1" if recipe.release < (2, 0, 0) else "0-100" for recipe in (first, second)]
        yield _row("scale", scales)
    yield _row("tool", (first.by, second.by))


def _bleu(first: Recipe, second: Recipe) -> Iterator[Difference]:
    both = (first, second)
    yield from _of_settings(both)
    yield from _of_texts(both)
    for name in dict.fromkeys([*first.fields, *second.fields]):
        if name not in BLEU_FIELDS:
            values = [cut(recipe.fields.get(name, "absent")) for recipe in both]
            yield _row(f"field {cut(name)!r}", values, "What it does is not known here.")
    yield _row("tool", (first.by, second.by), _about_versions(first, second))


def _of_settings(both: tuple[Recipe, Recipe]) -> Iterator[Difference]:
    """The fields that affect the score of given texts."""
    yield _row(
        "number of references",
        map(_references, both),
        "The more references, the more matches and the higher BLEU; numbers on different "
        "references cannot be compared.",
    )
    # MeCab's name includes its version, which the settings do not have.
    tokenizers = [
        cut(r.fields.get("tok", "")) or _said(r, "tok", lambda c: c.tokenize) for r in both
    ]
    yield _row("tokenizer", tokenizers, _about_tokenizers(both, tokenizers))
    yield _row(
        "case",
        (_said(recipe, "case", case) for recipe in both),
        "mixed: words match in the same case alone; lc: all is lower-cased first, more words "
        "match, and BLEU is usually higher.",
    )
    lengths = [_said(recipe, "reflen", lambda c: c.reference_length) for recipe in both]
    about = _meant(lengths, meanings.LENGTHS)
    single = all(recipe.references == 1 for recipe in both)
    yield _row(
        "reference length",
        lengths,
        about + "It sets the brevity penalty, which is never harder under shortest than under "
        "closest. " + ("With one reference it changes nothing." if single else ""),
    )
    yield _row(
        "choice of n-gram orders",
        (_said(recipe, "order", orders) for recipe in both),
        "Longer n-grams match less often: the more they weigh, the lower BLEU.",
    )
    methods = [_said(recipe, "smooth", smoothing) for recipe in both]
    yield _row("smoothing", methods, _about_smoothing(methods))
    yield _row(
        "use of effective order",
        (_said(recipe, "eff", effective_order) for recipe in both),
        "It leaves out orders that the whole text is too short for: made for single sentences, "
        "it changes nothing on a test set.",
    )
    if any(recipe.counts_short for recipe in both):
        yield _row(
            "count of segments too short for an order",
            (short_segments(recipe.counts_short) for recipe in both),
            "NLTK counts an n-gram that does not match in each of them, which lowers BLEU a "
            "little.",
        )


def _of_texts(both: tuple[Recipe, Recipe]) -> Iterator[Difference]:
    """The fields about the texts, and about tests of the score."""
    for name, label in {"test": "test set", "lang": "language pair"}.items():
        yield _row(
            label,
            (cut(recipe.fields.get(name, NOT_SAID)) for recipe in both),
            "Scores on different texts cannot be compared.",
        )
    names = {name for recipe in both for name in recipe.fields}
    for name, label in {"origlang": "original language", "subset": "subset"}.items():
        if name in names:
            yield _row(
                label,
                (cut(recipe.fields.get(name, "all")) for recipe in both),
                "It leaves segments out; scores on different segments cannot be compared.",
            )
    if names & {*_RESAMPLING}:
        yield _row(
            "resampling",
            map(_resampling, both),
            "It belongs to tests and intervals, and does not touch the score.",
        )


def _said(recipe: Recipe, name: str, of: Callable[[BleuConfig], str]) -> str:
    """A setting in words; as in the signature if the settings are not known."""
    if recipe.config is not None:
        return of(recipe.config)
    return cut(recipe.fields.get(name, NOT_SAID))


def _references(recipe: Recipe) -> str:
    if recipe.references is None:
        return NOT_SAID
    return "varying" if recipe.references == -1 else whole(recipe.references)


def _resampling(recipe: Recipe) -> str:
    settings = {name: recipe.fields[name] for name in _RESAMPLING if name in recipe.fields}
    return listed(f"{name} {cut(value, 20)}" for name, value in settings.items()) or "none"


def _meant(values: list[str], known: Mapping[str, str]) -> str:
    """The meanings of values: "exp: …; none: …. ", without unknown ones."""
    texts = [
        f"{value}: {known[name]}" for value in values if (name := value.split(" ")[0]) in known
    ]
    return ". ".join(texts) + ". " if texts else ""


def _about_tokenizers(both: tuple[Recipe, Recipe], values: list[str]) -> str:
    targets = {recipe.fields.get("lang", "").rpartition("-")[2] for recipe in both}
    chosen = [
        f"sacreBLEU chooses {BY_LANGUAGE[target][0]} by itself where it is told that the target "
        f"language is {target}. "
        for target in sorted(targets & BY_LANGUAGE.keys())
    ]
    # Post (2018), abstract.
    return (
        _meant(values, meanings.TOKENIZERS)
        + "".join(chosen)
        + (
            "Tokens decide what can match at all: but for the references, this usually moves BLEU "
            "most. Post (2018) found up to 1.8 points between common settings; it can be more."
        )
    )


def _about_smoothing(values: list[str]) -> str:
    about = _meant(values, meanings.SMOOTHING)
    if any(value.startswith("add-k") for value in values):
        return about + "add-k changes every score, on a large test set a little."
    return about + (
        "It counts only where an order has no match in the whole text: on a test set of more than "
        "a few lines it changes nothing."
    )


def _about_versions(first: Recipe, second: Recipe) -> str:
    if not first.release or not second.release:
        return ""
    return (
        " ".join(changes(first, second))
        or "No change between these versions is known to move such a score."
    )
