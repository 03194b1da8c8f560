"""Settings, metrics, systems, tests and gates: why something cannot be scored or compared."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_bytes,
    format_count,
    format_delta,
    format_int,
    format_p,
    format_plain,
    format_score,
    join_names,
    join_words,
    truncate,
)
from bleu_core.messages import message

# Invalid settings of BLEU and other metrics.


@message(area="settings")
def unknown_choice(name: str, given: str, choices: Sequence[str]) -> str:
    return f"{name} is {given!r}; it can be {join_words(choices, last='or')}."


@message(area="settings")
def not_whole(name: str, given: str, least: int, most: int) -> str:
    """`given` is the value as Python writes it, which need not be a number."""
    return f"{name} is {given}; it must be a whole number from {least} to {most}."


@message(area="settings")
def out_of_range(name: str, given: str, least: float, most: float) -> str:
    return (
        f"{name} is {given}; it must be a number from {format_plain(least)} to "
        f"{format_plain(most)}."
    )


@message(area="settings")
def not_boolean(name: str, given: str) -> str:
    return f"{name} is {given}; it must be True or False."


@message(area="settings")
def not_positive(name: str, given: str) -> str:
    return f"{name} is {given}; it must be a number above 0."


@message(area="settings")
def no_smooth_value(method: str) -> str:
    return f"smooth_method {method!r} takes no smooth_value."


@message(area="settings")
def number_of_weights(weights: int, order: int) -> str:
    given = format_count(weights, "weight is", "weights are")
    return f"{given} given for max_ngram_order {order}."


@message(area="settings")
def weight_not_positive() -> str:
    return "Every weight must be a number above 0."


@message(area="settings")
def sum_of_weights(total: float) -> str:
    return f"The weights sum to {format_plain(total)}; they must sum to 1."


@message(area="settings")
def needs_text(name: str) -> str:
    return f"A change of {name} needs the text: count the statistics anew."


@message(area="settings")
def order_needs_text(counted_up_to: int, order: int) -> str:
    return f"These statistics go up to order {counted_up_to}; order {order} needs the text."


@message(area="settings")
def tokenizer_not_installed(tokenizer: str, extra: str) -> str:
    return (
        f"The tokenizer {tokenizer!r} needs packages that are not installed; "
        f"install them with: pip install 'bleuscope[{extra}]'"
    )


@message(area="settings")
def tokenizer_model_missing(tokenizer: str, cause: str) -> str:
    return (
        f"The tokenizer {tokenizer!r} needs its SentencePiece model, which sacreBLEU downloads "
        f"on first use and keeps; that failed ({cause}). "
        "Connect once, or choose another tokenizer."
    )


# Metrics that cannot be computed.


@message(area="metric")
def ter_out_of_memory(bytes_allowed: int, words: int, longest: str) -> str:
    """`longest` is the longest segment in the batch when the process ended."""
    return (
        f"TER cannot be counted: sacreBLEU takes more than {format_bytes(bytes_allowed)} of memory "
        f"for a segment, or was ended. The longest one there, of {format_int(words)} words, is "
        f"“{truncate(longest)}”. TER is meant for sentences; cut long segments up, or do without "
        "it."
    )


# Systems, or texts of one segment, that cannot be compared.


@message(area="comparison")
def unknown_system(name: str, systems: Sequence[str]) -> str:
    return f"There is no system {name!r}, only {join_words(map(repr, systems))}."


@message(area="comparison")
def unequal_segments(
    first: str, segments: int, others: Sequence[str], numbers: Sequence[int]
) -> str:
    """`others` have other `numbers` of segments than the first."""
    rest = [
        f"{name} has {format_int(number)}" for name, number in zip(others, numbers, strict=False)
    ]
    told = join_words([f"{first} has {format_count(segments, 'segment')}", *rest])
    return f"{told}; only outputs for the same segments can be compared."


@message(area="comparison")
def unequal_settings(first: str, other: str, settings: Sequence[str]) -> str:
    """`settings` differ, each with its two values: "lowercase (False, True)"."""
    return f"{first} and {other} are scored under different settings: {join_words(settings)}."


@message(area="comparison")
def references_one_string() -> str:
    return "references is a string; for one reference write [reference]."


@message(area="comparison")
def no_reference() -> str:
    return "The segment has no reference; it needs at least one."


# Systems: those available, their names, and why they cannot be ranked.


@message(area="systems")
def no_systems() -> str:
    return "There are no systems to rank."


@message(area="systems")
def number_of_names(names: int, systems: int) -> str:
    of = format_count(systems, "system")
    return f"{format_count(names, 'name')} for {of}; each is to have one."


@message(area="systems")
def same_name(names: Sequence[str]) -> str:
    return f"Two systems have one name: {join_words(map(repr, names))}."


@message(area="systems")
def unknown_baseline(baseline: str, systems: Sequence[str]) -> str:
    return f"The baseline {baseline!r} is none of the systems: {join_words(map(repr, systems))}."


@message(area="systems")
def negative_trials(given: int) -> str:
    return f"{given} trials were asked for; there can be 0 or more."


# Systems in files.


@message(area="systems")
def too_few(systems: Sequence[str], least: int) -> str:
    """`least` is 1 to score one, 2 to compare."""
    have = f"only one system ({systems[0]})" if len(systems) == 1 else "no system"
    needs = "a comparison needs two" if least > 1 else "give its output"
    return f"There is {have}; {needs}."


@message(area="systems")
def unknown(system: str, systems: Sequence[str]) -> str:
    return f"There is no system {system!r}; there are {join_names(systems)}."


@message(area="systems")
def same_twice(system: str) -> str:
    return f"A and B are the same system, {system!r}; choose two."


@message(area="systems")
def not_in_file(place: str, file: str, wanted: Sequence[str], systems: Sequence[str]) -> str:
    """`systems` are those in the file."""
    lacking = join_names(list(map(repr, wanted)))
    return f"{place} ({file}) has no system {lacking}; it holds {join_names(systems)}."


@message(advice=["system"], area="systems")
def not_chosen(place: str, file: str, systems: Sequence[str]) -> str:
    return (
        f"{place} ({file}) holds {format_int(len(systems))} systems ({join_names(systems)}); "
        "choose one by "
        "its name."
    )


@message("note", area="systems")
def first_two(systems: Sequence[str], a: str, b: str) -> str:
    return f"Of {format_int(len(systems))} systems ({join_names(systems)}), A is {a} and B is {b}."


# Names.


@message("note", area="systems")
def renamed(system: str, file: str, called: str) -> str:
    return f"Two systems are called {system!r}; the one of {file} is {called!r} here."


@message("note", area="systems")
def names_kept(file: str, count: int) -> str:
    return f"{file} holds {format_count(count, 'system')}, which keep their names."


@message(area="systems")
def name_twice(name: str, count: int) -> str:
    return (
        f"{format_count(count, 'system')} are given the name {truncate(name)!r}; give them "
        "different ones."
    )


@message(area="systems")
def name_taken(name: str) -> str:
    return f"Another system is called {name!r}; give A and B others."


@message(area="systems")
def name_long(name: str, length: int, most: int) -> str:
    return (
        f"The name {truncate(name)!r} has {format_int(length)} characters; give one of at most "
        f"{format_int(most)}."
    )


@message(area="systems")
def name_unprintable(name: str) -> str:
    return f"The name {truncate(name)!r} has a character that cannot be seen; leave it out."


@message(area="systems")
def too_many_names(names: int, systems: Sequence[str]) -> str:
    return (
        f"{format_count(names, 'name is', 'names are')} given, and there are "
        f"{format_count(len(systems), 'system')}: {join_names(systems)}."
    )


# Systems that cannot be tested or resampled.


@message(area="significance")
def no_segments() -> str:
    return "There are no segments to resample."


@message(area="significance")
def no_repetitions(given: int) -> str:
    return f"{given} repetitions were asked for; at least 1 is needed."


@message(area="significance")
def shape_of_clusters(shape: Sequence[int], segments: int) -> str:
    return (
        f"clusters has the shape {tuple(shape)}; it is to have one number a segment, "
        f"the shape {(segments,)}."
    )


@message(area="significance")
def type_of_clusters(kind: str) -> str:
    return (
        f"clusters is of {kind}; it is to be of whole numbers, the same number "
        "for the segments of a document."
    )


@message(area="significance")
def one_cluster() -> str:
    return "All segments are of one cluster: how clusters vary cannot be told."


@message(area="significance")
def one_unit() -> str:
    return "There is one unit to leave out: how units vary cannot be told."


@message(area="significance")
def number_of_blocks(segments: int, blocks: int) -> str:
    return (
        f"{format_count(segments, 'segment')} cannot be cut into {blocks} blocks; "
        "there must be 2 blocks at least and no empty one."
    )


# Gate conditions that cannot be read, gates that cannot decide, and gates that fail.

_SIGNS = {"<": "is under", "<=": "is at most", ">": "is above", ">=": "is at least"}


@message(area="gate")
def and_expected() -> str:
    return '"and" is expected here'


@message(area="gate")
def metric_expected(metrics: Sequence[str]) -> str:
    return f"{join_words(metrics, last='or')} is expected here"


@message(area="gate")
def sign_expected() -> str:
    return f"{join_words(_SIGNS, last='or')} is expected here"


@message(area="gate")
def number_expected() -> str:
    return "a number is expected here"


@message(area="gate")
def number_too_large() -> str:
    return "this number is too large"


@message(area="gate")
def p_out_of_range() -> str:
    return "p is from 0 to 1"


@message(area="gate")
def undefined(gate: str, metric: str) -> str:
    return f"{gate} cannot judge: Δ of {metric} is undefined."


@message(area="gate")
def few_segments(gate: str, segments: int, needed: int) -> str:
    return f"{gate} cannot judge {format_count(segments, 'segment')}; {needed} are needed."


@message(area="gate")
def untested(gate: str, reason: str) -> str:
    return f"{gate} cannot judge. {reason}"


@message(area="gate")
def no_segment(gate: str, slice: str) -> str:
    return f"{gate} cannot judge: no segment fulfils {slice}."


@message(area="gate")
def regression(failure: str, system: str = "") -> str:
    """`system` is the failing one of many; "" if there is only one."""
    return f"Regression{f' of {system}' if system else ''}: {failure}"


@message(area="gate")
def slice_under_limit(slice: str, segments: int, change: float, limit: float) -> str:
    return (
        f"on {format_count(segments, 'segment')} with {slice} Δ {format_delta(change, 4)} is under "
        f"{format_delta(limit, 4)}."
    )


@message(area="gate")
def under_limit(change: float, limit: float) -> str:
    return f"Δ {format_delta(change, 4)} is under {format_delta(limit, 4)}."


@message(area="gate")
def significantly_worse(
    system: str, baseline: str, loss: float, p: float, level: float, after_holm: bool
) -> str:
    return (
        f"{system} is below {baseline} by {format_score(loss, 4)}, {_p(p, level, after_holm)} "
        f"(significant at {format_plain(level)})."
    )


@message(area="gate")
def conditions_hold(conditions: Sequence[str]) -> str:
    return f"{join_words(conditions)}."


@message(area="gate")
def p_holds(metric: str, p: float, sign: str, limit: float, after_holm: bool) -> str:
    return f"{metric} {_p(p, limit, after_holm)} {_SIGNS.get(sign, sign)} {format_plain(limit)}"


@message(area="gate")
def change_holds(metric: str, change: float, sign: str, limit: float) -> str:
    return f"{metric} Δ {format_delta(change, 4)} {_SIGNS.get(sign, sign)} {format_delta(limit, 4)}"


def _p(p: float, level: float, after_holm: bool) -> str:
    return f"{format_p(p, level)}{' after Holm' * after_holm}"


# N-grams that cannot be counted or searched for.


@message(area="ngram")
def no_token() -> str:
    return "An n-gram has at least one token."


@message(area="ngram")
def shape_of_points(shape: Sequence[int], order: int) -> str:
    return f"points_per_match has shape {tuple(shape)}; it is to be ({order},)."


@message(area="ngram")
def min_count(given: int) -> str:
    return f"min_count is {given}; it is to be 1 or 2."
