"""Messages on settings, metrics, systems, tests and gates: why something cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, format_p, join_names, join_words
from bleu_core.messages import Area

settings = Area("settings")
metric = Area("metric")
comparison = Area("comparison")
systems = Area("systems")
significance = Area("significance")


def _p(p: float, level: float, after_holm: bool) -> str:
    return f"{format_p(p, level)}{' after Holm' * after_holm}"


gate = Area(
    "gate",
    sign={"<": "is under", "<=": "is at most", ">": "is above", ">=": "is at least"},
    p_at_level=_p,
    p_at_limit=lambda p, limit, after_holm: _p(p, limit, after_holm),
)
ngram = Area("ngram")


# Invalid settings of BLEU and other metrics.
@settings.error("{name} is {given!r}; it can be {choices:or}.")
def unknown_choice(name: str, given: str, choices: Sequence[str]) -> str: ...


@settings.error("{name} is {given}; it must be a whole number from {least} to {most}.")
def not_whole(name: str, given: str, least: int, most: int) -> str:
    """`given` is the value as Python writes it, which need not be a number."""


@settings.error("{name} is {given}; it must be a number from {least:plain} to {most:plain}.")
def out_of_range(name: str, given: str, least: float, most: float) -> str: ...
@settings.error("{name} is {given}; it must be True or False.")
def not_boolean(name: str, given: str) -> str: ...
@settings.error("{name} is {given}; it must be a number above 0.")
def not_positive(name: str, given: str) -> str: ...
@settings.error("smooth_method {method!r} takes no smooth_value.")
def no_smooth_value(method: str) -> str: ...
@settings.error("{weights:# weight is|# weights are} given for max_ngram_order {order}.")
def number_of_weights(weights: int, order: int) -> str: ...
@settings.error("Every weight must be a number above 0.")
def weight_not_positive() -> str: ...
@settings.error("The weights sum to {total:plain}; they must sum to 1.")
def sum_of_weights(total: float) -> str: ...
@settings.error("A change of {name} needs the text: count the statistics anew.")
def needs_text(name: str) -> str: ...
@settings.error("These statistics go up to order {counted_up_to}; order {order} needs the text.")
def order_needs_text(counted_up_to: int, order: int) -> str: ...
@settings.error(
    "The tokenizer {tokenizer!r} needs packages that are not installed; install them with: pip "
    "install 'bleuscope[{extra}]'"
)
def tokenizer_not_installed(tokenizer: str, extra: str) -> str: ...
@settings.error(
    "The tokenizer {tokenizer!r} needs its SentencePiece model, which sacreBLEU downloads on "
    "first use and keeps; that failed ({cause}). Connect once, or choose another tokenizer."
)
def tokenizer_model_missing(tokenizer: str, cause: str) -> str: ...


# Metrics that cannot be computed.
@metric.error(
    "TER cannot be counted: sacreBLEU takes more than {bytes_allowed:bytes} of memory for a "
    "segment, or was ended. The longest one there, of {words:int} words, is “{longest:short}”. "
    "TER is meant for sentences; cut long segments up, or do without it."
)
def ter_out_of_memory(bytes_allowed: int, words: int, longest: str) -> str:
    """`longest` is the longest segment in the batch when the process ended."""


# Systems, or texts of one segment, that cannot be compared.
@comparison.error("There is no system {name!r}, only {systems:quoted}.")
def unknown_system(name: str, systems: Sequence[str]) -> str: ...


@comparison.error()
def unequal_segments(
    first: str, segments: int, others: Sequence[str], numbers: Sequence[int]
) -> str:
    """`others` have other `numbers` of segments than the first."""
    rest = [
        f"{name} has {format_int(number)}" for name, number in zip(others, numbers, strict=False)
    ]
    sizes = join_words([f"{first} has {format_count(segments, 'segment')}", *rest])
    return f"{sizes}; only outputs for the same segments can be compared."


@comparison.error("{first} and {other} are scored under different settings: {settings:words}.")
def unequal_settings(first: str, other: str, settings: Sequence[str]) -> str:
    """`settings` differ, each with its two values: "lowercase (False, True)"."""


@comparison.error("references is a string; for one reference write [reference].")
def references_one_string() -> str: ...
@comparison.error("The segment has no reference; it needs at least one.")
def no_reference() -> str: ...


# Systems: those available, their names, and why they cannot be ranked.
@systems.error("There are no systems to rank.")
def no_systems() -> str: ...
@systems.error("{names:# name} for {systems:# system}; each is to have one.")
def number_of_names(names: int, systems: int) -> str: ...
@systems.error("Two systems have one name: {names:quoted}.")
def same_name(names: Sequence[str]) -> str: ...
@systems.error("The baseline {baseline!r} is none of the systems: {systems:quoted}.")
def unknown_baseline(baseline: str, systems: Sequence[str]) -> str: ...
@systems.error("{given} trials were asked for; there can be 0 or more.")
def negative_trials(given: int) -> str: ...


# Systems in files.


@systems.error()
def too_few(systems: Sequence[str], least: int) -> str:
    """`least` is 1 to score one, 2 to compare."""
    have = f"only one system ({systems[0]})" if len(systems) == 1 else "no system"
    needs = "a comparison needs two" if least > 1 else "give its output"
    return f"There is {have}; {needs}."


@systems.error("There is no system {system!r}; there are {systems:names}.")
def unknown(system: str, systems: Sequence[str]) -> str: ...
@systems.error("A and B are the same system, {system!r}; choose two.")
def same_twice(system: str) -> str: ...


@systems.error()
def not_in_file(place: str, file: str, wanted: Sequence[str], systems: Sequence[str]) -> str:
    """`systems` are those in the file."""
    lacking = join_names(list(map(repr, wanted)))
    return f"{place} ({file}) has no system {lacking}; it holds {join_names(systems)}."


@systems.error(
    "{place} ({file}) holds {systems:int} systems ({systems:names}); choose one by its name.",
    advice=["system"],
)
def not_chosen(place: str, file: str, systems: Sequence[str]) -> str: ...
@systems.note("Of {systems:int} systems ({systems:names}), A is {a} and B is {b}.")
def first_two(systems: Sequence[str], a: str, b: str) -> str: ...


# Names.
@systems.note("Two systems are called {system!r}; the one of {file} is {called!r} here.")
def renamed(system: str, file: str, called: str) -> str: ...
@systems.note("{file} holds {count:# system}, which keep their names.")
def names_kept(file: str, count: int) -> str: ...
@systems.error("{count:# system} are given the name {name:repr}; give them different ones.")
def name_twice(name: str, count: int) -> str: ...
@systems.error("Another system is called {name!r}; give A and B others.")
def name_taken(name: str) -> str: ...
@systems.error("The name {name:repr} has {length:int} characters; give one of at most {most:int}.")
def name_long(name: str, length: int, most: int) -> str: ...
@systems.error("The name {name:repr} has a character that cannot be seen; leave it out.")
def name_unprintable(name: str) -> str: ...
@systems.error(
    "{names:# name is|# names are} given, and there are {systems:# system}: {systems:names}."
)
def too_many_names(names: int, systems: Sequence[str]) -> str: ...


# Systems that cannot be tested or resampled.
@significance.error("There are no segments to resample.")
def no_segments() -> str: ...
@significance.error("{given} repetitions were asked for; at least 1 is needed.")
def no_repetitions(given: int) -> str: ...


@significance.error()
def shape_of_clusters(shape: Sequence[int], segments: int) -> str:
    return (
        f"clusters has the shape {tuple(shape)}; it is to have one number a segment, "
        f"the shape {(segments,)}."
    )


@significance.error(
    "clusters is of {kind}; it is to be of whole numbers, the same number for the segments of a "
    "document."
)
def type_of_clusters(kind: str) -> str: ...
@significance.error("All segments are of one cluster: how clusters vary cannot be told.")
def one_cluster() -> str: ...
@significance.error("There is one unit to leave out: how units vary cannot be told.")
def one_unit() -> str: ...
@significance.error(
    "{segments:# segment} cannot be cut into {blocks} blocks; there must be 2 blocks at least and "
    "no empty one."
)
def number_of_blocks(segments: int, blocks: int) -> str: ...


# Gate conditions that cannot be read, gates that cannot decide, and gates that fail.
@gate.error('"and" is expected here')
def and_expected() -> str: ...
@gate.error("{metrics:or} is expected here")
def metric_expected(metrics: Sequence[str]) -> str: ...
@gate.error("<, <=, > or >= is expected here")
def sign_expected() -> str: ...
@gate.error("a number is expected here")
def number_expected() -> str: ...
@gate.error("this number is too large")
def number_too_large() -> str: ...
@gate.error("p is from 0 to 1")
def p_out_of_range() -> str: ...
@gate.error("{gate} cannot judge: Δ of {metric} is undefined.")
def undefined(gate: str, metric: str) -> str: ...
@gate.error("{gate} cannot judge {segments:# segment}; {needed} are needed.")
def few_segments(gate: str, segments: int, needed: int) -> str: ...
@gate.error("{gate} cannot judge. {reason}")
def untested(gate: str, reason: str) -> str: ...
@gate.error("{gate} cannot judge: no segment fulfils {slice}.")
def no_segment(gate: str, slice: str) -> str: ...
@gate.error("Regression{system:? of #}: {failure}")
def regression(failure: str, system: str = "") -> str: ...
@gate.error("on {segments:# segment} with {slice} Δ {change:delta 4} is under {limit:delta 4}.")
def slice_under_limit(slice: str, segments: int, change: float, limit: float) -> str: ...
@gate.error("Δ {change:delta 4} is under {limit:delta 4}.")
def under_limit(change: float, limit: float) -> str: ...
@gate.error(
    "{system} is below {baseline} by {loss:score 4}, {p_at_level} (significant at {level:plain})."
)
def significantly_worse(
    system: str, baseline: str, loss: float, p: float, level: float, after_holm: bool
) -> str: ...
@gate.error("{conditions:words}.")
def conditions_hold(conditions: Sequence[str]) -> str: ...
@gate.error("{metric} {p_at_limit} {sign:sign} {limit:plain}")
def p_holds(metric: str, p: float, sign: str, limit: float, after_holm: bool) -> str: ...
@gate.error("{metric} Δ {change:delta 4} {sign:sign} {limit:delta 4}")
def change_holds(metric: str, change: float, sign: str, limit: float) -> str: ...


# N-grams that cannot be counted or searched for.
@ngram.error("An n-gram has at least one token.")
def no_token() -> str: ...


@ngram.error()
def shape_of_points(shape: Sequence[int], order: int) -> str:
    return f"points_per_match has shape {tuple(shape)}; it is to be ({order},)."


@ngram.error(
    "N-grams can be counted in at most {most:# token}, and these texts have {tokens:int}. Compare "
    "without n-grams (--no-ngrams), or a part of the data set."
)
def too_many_tokens(tokens: int, most: int) -> str: ...
@ngram.error("min_count is {given}; it is to be 1 or 2.")
def min_count(given: int) -> str: ...
