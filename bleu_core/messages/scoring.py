"""Settings, metrics, systems, tests and gates that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_apart,
    format_count,
    format_int,
    format_p,
    join_names,
    join_words,
    truncate,
)
from bleu_core.messages import Area

settings = Area("settings")
metric = Area("metric")
comparison = Area("comparison")
systems = Area("systems", which=lambda called: f" ({join_names(called)})" if called else "")
significance = Area("significance")


def _p(p: float, level: float, after_holm: bool) -> str:
    return f"{format_p(p, level)}{' after Holm' * after_holm}"


gate = Area(
    "gate",
    sign={
        f"{negation}{sign}": f"is {negation}{words}"
        for negation in ("", "not ")
        for sign, words in (("<", "below"), ("<=", "at most"), (">", "above"), (">=", "at least"))
    },
    found=lambda change, limit: format_apart(change, limit, 4)[0],
    allowed=lambda change, limit: format_apart(change, limit, 4)[1],
    p_at_level=_p,
    p_at_limit=lambda p, limit, after_holm: _p(p, limit, after_holm),
)
ngram = Area("ngram")


# Invalid settings of BLEU and other metrics.
@settings.error("{name} is {given:short}; it must be {expected}.")
def must_be(name: str, given: str, expected: str) -> str: ...
@settings.error()
def unknown_setting(name: str, meant: str, known: Sequence[str]) -> str:
    """`meant` is an argument with a similar name, or ""."""
    hint = f"Did you mean {meant}?" if meant else f"The settings of BLEU are {join_words(known)}."
    return f"There is no argument {truncate(name)!r}. {hint}"


@settings.error()
def unknown_metric_setting(metric: str, setting: str, known: Sequence[str]) -> str:
    has = f"Its settings are {join_words(known)}" if known else "It has none"
    return f"{metric} has no setting {setting!r}. {has}."


@settings.error("smooth_method {method!r} takes no smooth_value.")
def no_smooth_value(method: str) -> str: ...
@settings.error("There {weights:is # weight|are # weights}, but N (max_ngram_order) is {order}.")
def number_of_weights(weights: int, order: int) -> str: ...
@settings.error("The weights sum to {total:plain}; they must sum to 1.")
def sum_of_weights(total: float) -> str: ...
@settings.error("Changing {name} requires the text. Compute the statistics again.")
def needs_text(name: str) -> str: ...
@settings.error(
    "The tokenizer {tokenizer!r} requires its SentencePiece model, which sacreBLEU downloads on "
    "first use. The download failed ({cause}). Connect to the internet once, or choose another "
    "tokenizer."
)
def tokenizer_model_missing(tokenizer: str, cause: str) -> str: ...


@metric.note("BLEU is 0 because {reason}.")
def zero(reason: str) -> str: ...


# Metrics that cannot be computed.
@metric.error(
    "TER cannot be computed: sacreBLEU needed more than {bytes_allowed:bytes} of memory for a "
    "segment, or was stopped. The longest segment has {words:int} words: “{longest:short}”. TER "
    "is meant for sentences; split long segments, or compare without TER."
)
def ter_out_of_memory(bytes_allowed: int, words: int, longest: str) -> str: ...


# Systems, or texts of one segment, that cannot be compared.
@comparison.error()
def unequal_segments(
    first: str, segments: int, others: Sequence[str], numbers: Sequence[int]
) -> str:
    """`others` have different `numbers` of segments from the first."""
    rest = [
        f"{name} has {format_int(number)}" for name, number in zip(others, numbers, strict=False)
    ]
    sizes = join_words([f"{first} has {format_count(segments, 'segment')}", *rest])
    return f"{sizes}. Only outputs of the same segments can be compared."


# `settings` have both values: "lowercase (False, True)".
@comparison.error("{first} and {other} were scored with different settings: {settings:words}.")
def unequal_settings(first: str, other: str, settings: Sequence[str]) -> str: ...
@comparison.error("references is a string. For one reference, write [reference].")
def references_one_string() -> str: ...


# Systems that cannot be ranked.
@systems.error(
    "There {names:is # name|are # names} for {systems:# system}{which}. Give each system one name."
)
def number_of_names(names: int, systems: int, called: Sequence[str] = ()) -> str: ...


# Systems in files.
@systems.error()
def too_few(systems: Sequence[str], least: int) -> str:
    """`least` is 1 to score, 2 to compare."""
    have = f"only one system ({systems[0]})" if len(systems) == 1 else "no system"
    needs = "A comparison needs two" if least > 1 else "Add its output"
    return f"There is {have}. {needs}."


@systems.error("There is no system {system!r}; the systems are {systems:names}.")
def unknown(system: str, systems: Sequence[str]) -> str: ...
@systems.error("{A} and {B} are the same {what}, {system!r}. Choose two of them.")
def same_twice(system: str, what: str = "system") -> str: ...


@systems.error(
    "{file} is given with its column {column!r}, but the system {system!r} is requested from it. "
    "Choose one of them."
)
def other_column(file: str, column: str, system: str) -> str: ...
@systems.error("{place} ({file}) has no system {wanted:quoted}; it has {systems:names}.")
def not_in_file(place: str, file: str, wanted: Sequence[str], systems: Sequence[str]) -> str: ...


@systems.error(
    "{place} ({file}) has {systems:int} systems ({systems:names}). Choose one by name.",
    advice=["system"],
)
def not_chosen(place: str, file: str, systems: Sequence[str]) -> str: ...
@systems.note("Of {systems:int} systems ({systems:names}), {A} is {a} and {B} is {b}.")
def first_two(systems: Sequence[str], a: str, b: str) -> str: ...


# Names.
@systems.note("{file} has {count:# system}; they keep their names.")
def names_kept(file: str, count: int) -> str: ...
@systems.error("{count:# system} have the same name, {name:repr}. Give them different names.")
def name_twice(name: str, count: int) -> str: ...
@systems.error(
    "The name “{name:short}” is not valid. Use 1 to {most} visible characters, without spaces at "
    "the ends."
)
def bad_name(name: str, most: int) -> str: ...


# Systems that cannot be tested or resampled.
@significance.error(
    "All segments are in one cluster, so the variation between clusters cannot be estimated."
)
def one_cluster() -> str: ...


@significance.error(
    "{segments:# segment} cannot be split into {blocks} blocks. There must be at least 2 blocks, "
    "none of them empty."
)
def number_of_blocks(segments: int, blocks: int) -> str: ...


# Gate conditions that cannot be parsed, gates that cannot be evaluated, and failed gates.
@gate.error("expected {what} here")
def expected(what: str) -> str: ...
@gate.error("{gate} cannot be evaluated. {reason}")
def not_evaluated(gate: str, reason: str) -> str: ...
@gate.error("{gate} cannot be evaluated on {segments:# segment}; it needs {needed}.")
def few_segments(gate: str, segments: int, needed: int) -> str: ...
@gate.error(
    "{gate} cannot be evaluated: a few segments have so much of the difference that the power of "
    "the test is unknown, and the 95% CI of Δ, from {low:delta}, does not exclude a loss of "
    "{loss:plain} BLEU."
)
def unknown_power(gate: str, low: float, loss: float) -> str: ...
@gate.error(
    "{gate}: a test on {segments:# segment} detects a difference of {delta:plain} BLEU with a "
    "probability of {power:percent}, not {needed:percent}. About {enough:int} segments like these "
    "are needed."
)
def low_power(
    gate: str, segments: int, delta: float, power: float, needed: float, enough: int
) -> str: ...
@gate.error(
    "{gate} cannot be evaluated: here, p{after_holm:? after Holm} cannot be below about "
    "{smallest:plain 2}, whatever the outputs, and the gate needs {limit:plain}. Use more trials"
    "{after_holm:?, fewer comparisons} or a larger test set."
)
def p_too_large(gate: str, smallest: float, limit: float, after_holm: bool) -> str: ...
@gate.error("Regression{system:? of #}: {failure}")
def regression(failure: str, system: str = "") -> str: ...
@gate.error("on {segments:# segment} with {slice}, Δ {found} is below {allowed}.")
def slice_under_limit(slice: str, segments: int, change: float, limit: float) -> str: ...
@gate.note("on {segments:# segment} with {slice}, Δ {found} is not below {allowed}.")
def slice_not_under_limit(slice: str, segments: int, change: float, limit: float) -> str: ...
@gate.error("Δ {found} is below {allowed}.")
def under_limit(change: float, limit: float) -> str: ...
@gate.note("Δ {found} is not below {allowed}.")
def not_under_limit(change: float, limit: float) -> str: ...
@gate.error(
    "{system} is {loss:score 4} BLEU below {baseline}, {p_at_level} (significant at {level:plain})."
)
def significantly_worse(
    system: str, baseline: str, loss: float, p: float, level: float, after_holm: bool
) -> str: ...
@gate.note(
    "{system} is not significantly below {baseline}: Δ {change:delta 4} BLEU, {p_at_level} "
    "(significance level: {level:plain})."
)
def not_significantly_worse(
    system: str, baseline: str, change: float, p: float, level: float, after_holm: bool
) -> str: ...
@gate.error("{conditions:words}.")
def conditions_hold(conditions: Sequence[str]) -> str: ...
@gate.note("{conditions:words}.")
def conditions_not_hold(conditions: Sequence[str]) -> str: ...


# The sign of a condition that does not hold begins with "not ".
@gate.error("{metric} {p_at_limit} {sign:sign} {limit:plain}")
def p_holds(metric: str, p: float, sign: str, limit: float, after_holm: bool) -> str: ...
@gate.error("{metric} Δ {found} {sign:sign} {allowed}")
def change_holds(metric: str, change: float, sign: str, limit: float) -> str: ...


# N-grams that cannot be counted or searched for.
@ngram.error("An n-gram must have at least one token.")
def no_token() -> str: ...


@ngram.error(
    "N-grams can be counted in at most {most:# token}; these texts have {tokens:int}. Compare "
    "without n-grams (--no-details), or use part of the data set."
)
def too_many_tokens(tokens: int, most: int) -> str: ...
