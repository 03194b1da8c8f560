"""Signatures that cannot be read, assumptions about them, and settings that they omit."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import message

# Neither a signature nor a tool. `known` are examples of these.


@message()
def too_long(most: int) -> str:
    return f"A signature has at most {format_int(most)} characters; this is no one."


@message()
def nothing_given(known: Sequence[str]) -> str:
    return f"There is nothing to read. Paste a signature, or write {_offered(known)}."


@message()
def no_signature(text: str, known: Sequence[str]) -> str:
    return (
        f"{truncate(text)!r} is no signature: it has no field that a metric is known to have, "
        f"such as tok:13a or tok.13a. Nor is it a tool that is known: {_offered(known)}."
    )


@message()
def score_alone(known: Sequence[str]) -> str:
    return (
        "That line has a score and no signature. multi-bleu.perl prints such lines, and so do "
        "multi-bleu-detok.perl, mteval and sacreBLEU's API: "
        f"which tool it was decides. Write {_offered(known)}."
    )


@message()
def no_json() -> str:
    return "This begins as JSON, and is none that can be read."


@message()
def several_scores(scores: int) -> str:
    return f"This JSON has {format_int(scores)} scores; give one of them."


@message()
def json_without_signature() -> str:
    return "This JSON has no field “signature” with text in it."


@message()
def version_of_mteval() -> str:
    return "mteval has several versions: write mteval-v11b or mteval-v13a."


@message()
def unknown_options(tool: str, option: str, options: Sequence[str]) -> str:
    """`option` is one that the tool has, "" for none; `options` are those that it lacks."""
    takes = f"the option {option} alone" if option else "no option here"
    return (
        f"{tool} takes {takes}; {join_words(repr(truncate(one)) for one in options)} cannot be "
        "read."
    )


# Numbers that cannot be computed. `which` is "first" or "second".


@message()
def other_metric(which: str, metric: str) -> str:
    return f"The {which} is {metric}; only BLEU is taken apart here."


@message()
def not_counted(which: str) -> str:
    return f"The {which} has a field that is not known here, so that it cannot be counted."


@message()
def needs_model(which: str, tokenizer: str) -> str:
    return (
        f"The tokenizer {tokenizer} of the {which} needs a model that may have to "
        "be fetched: it is counted only where the comparison itself is scored with it."
    )


# Remarks on one of two numbers.


@message("note")
def first(remark: str) -> str:
    return f"First: {remark}"


@message("note")
def second(remark: str) -> str:
    return f"Second: {remark}"


@message("warning")
def no_score(text: str) -> str:
    return f"{truncate(text)!r} after “=” is no score, and is left out."


@message("warning")
def no_field(text: str) -> str:
    return f"{truncate(text)!r} is no field with a name and a value, and is left out."


@message("warning")
def field_twice(name: str, taken: str) -> str:
    return f"The field {name} is said twice; {truncate(taken)!r} is taken."


@message("warning")
def unknown_field(name: str) -> str:
    return f"What the field {truncate(name)!r} of a BLEU signature means is not known here."


@message("warning")
def unknown_tokenizer(tokenizer: str) -> str:
    return f"The tokenizer {truncate(tokenizer)!r} is not known here."


@message("warning")
def unknown_value(field: str, value: str, choices: Sequence[str]) -> str:
    return f"{field} is {truncate(value)!r}; it can be {join_words(choices, last='or')}."


@message("warning")
def unknown_smoothing(value: str) -> str:
    return f"smooth is {truncate(value)!r}, which is no smoothing that is known."


@message("warning")
def no_number(field: str, value: str) -> str:
    called = {"smoothval": "The smoothing value", "weights": "A weight"}.get(field, field)
    return f"{called} is {truncate(value)!r}, which is no number."


@message("warning")
def no_number_of_references(value: str) -> str:
    return f"nrefs is {truncate(value)!r}, which is no number of references."


@message("warning")
def cannot_be_counted() -> str:
    return "So this number cannot be counted here."


@message("note")
def version_not_given() -> str:
    return "The version is not said."


@message("note")
def field_not_given(field: str, default: str) -> str:
    return f"{field} is not said; taken as sacreBLEU's default, {default}."


@message("note")
def value_not_given(method: str) -> str:
    return f"The value of {method} is not said; taken as sacreBLEU's default."


@message("note")
def floor_of_then() -> str:
    return (
        "smooth is floor without its value, which no signature told before sacreBLEU 1.5.0; "
        "taken as the default of then, 0, which is no smoothing."
    )


@message("note")
def add_k_of_then(value: str) -> str:
    return (
        f"smooth is {truncate(value)!r}: before sacreBLEU 1.4.4 the command's add-n was carried "
        "out "
        "by nothing, and add-k began at order 3 with k 0 unless given; taken as none."
    )


@message("note")
def multi_bleu_tokens() -> str:
    return (
        "multi-bleu.perl splits at spaces only: which tokenizer made its input decides the "
        "score, and is not said."
    )


@message("note")
def multi_bleu_bytes() -> str:
    return (
        "multi-bleu.perl reads bytes: -lc lower-cases A to Z alone, and a no-break space is "
        "no space. Here all letters and spaces are meant."
    )


@message("note")
def multi_bleu_detok() -> str:
    return "multi-bleu-detok.perl expects detokenized text, and cuts it as mteval-v13a does."


@message("note")
def nltk_tokens() -> str:
    return (
        "NLTK's corpus_bleu is given tokens: which tokenizer made them decides the score, and "
        "is not said. Here the text is split at spaces."
    )


@message("note")
def nltk_options() -> str:
    return (
        "NLTK gives 0 to 1: 100 times that is compared here. A smoothing_function, weights "
        "and auto_reweigh are options of a call; their defaults are taken here. A mean of "
        "sentence_bleu is another number."
    )


@message("note")
def nltk_zeros() -> str:
    return (
        "Where an order has no match, NLTK gives next to 0 from 3.4 on; 3.2 fell back on the "
        "orders that have one."
    )


@message("note")
def paper_lengths() -> str:
    return (
        "The paper has no smoothing, orders 1 to 4 with equal weights, and the “best match "
        "length” of the references, the closest; it leaves open which of two that are equally "
        "near, taken here as the shorter."
    )


@message("note")
def paper_tokens() -> str:
    return (
        "The paper does not say how text is cut, nor whether case counts. Its worked examples "
        "count words without punctuation; the authors' script, from which mteval comes, "
        "lower-cased. Taken here: given tokens, lower-cased."
    )


@message("note")
def mteval_v11b_case() -> str:
    return (
        "mteval-v11b.pl lower-cases A to Z unless -c is said; here all letters are meant. "
        "It prints 0 to 1: 100 times that is compared here."
    )


@message("note")
def mteval_v13a_case() -> str:
    return (
        "mteval-v13a.pl lower-cases A to Z unless -c is said, as it was at WMT; here all "
        "letters are meant. It prints 0 to 1: 100 times that is compared here."
    )


# The references used between one number and the other.


@message("note")
def fewer_references(given: int, there: int) -> str:
    return (
        f"{format_count(given, 'reference is', 'references are')} said, and this test set has "
        f"{format_int(there)}: all of them are taken."
    )


@message("note")
def patchy_references() -> str:
    return "Some segments lack the first references, so all references are taken."


@message("note")
def first_references(there: int, taken: int) -> str:
    return (
        f"Of {format_int(there)} references the first {format_count(taken, 'is', 'are')} taken; "
        "which were used is not said."
    )


# How two numbers differ.


@message("note")
def differ_in(fields: Sequence[str]) -> str:
    return f"They differ in {join_words(f'the {field}' for field in fields)}."


@message("note")
def no_difference() -> str:
    return "Nothing that is said of them differs."


@message("warning")
def two_metrics(first: str, second: str) -> str:
    return (
        f"These are two metrics, {truncate(first)} and {truncate(second)}: their numbers cannot "
        "be compared."
    )


@message("note")
def difference(field: str, first: str, second: str, effect: str = "") -> str:
    """`effect` is the usual effect of such a difference, in sentences."""
    differs = f"The {field} is {first} in the first and {second} in the second."
    return f"{differs} {effect}".rstrip()


# Settings that no signature has, and what printed lines say of them.


@message("note")
def printed_scores(first: str, second: str) -> str:
    return f"The printed scores are {first} and {second}."


@message("warning")
def lengths_exchanged() -> str:
    return (
        "The lengths are the same but exchanged: in one of them the reference was scored "
        "against the output."
    )


@message("warning")
def other_outputs(first: int, second: int) -> str:
    return (
        f"The outputs have {format_int(first)} tokens and {format_int(second)} tokens under the "
        "same "
        "tokenizer: they are not the same text, or not prepared alike."
    )


@message("warning")
def other_references(first: int, second: int) -> str:
    return (
        f"The references have {format_int(first)} tokens and {format_int(second)} tokens under "
        "the same "
        "tokenizer: they are not the same text or lines, or not prepared alike."
    )


@message("note")
def references_unsaid(test_sets: Sequence[str]) -> str:
    named = f" beyond the name {join_words(test_sets, last='or')}" if test_sets else ""
    return (
        f"No signature says which references were used, how many lines they have, and in which "
        f"state of the test set{named}."
    )


@message("note")
def preparation_unsaid() -> str:
    return (
        "Nor whether output and references were tokenized, detokenized, lower-cased or normalized "
        "(quotes, dashes, Unicode) before they were scored."
    )


@message("note")
def averaging_unsaid() -> str:
    return (
        "Nor whether a corpus was scored or sentence scores were averaged: the signature is "
        "the same, the number another."
    )


@message("note")
def rounding_unsaid() -> str:
    return (
        "Nor how the numbers were rounded, and whether they are 0 to 1 or 0 to 100: sacreBLEU "
        "prints one decimal unless more are asked for, multi-bleu.perl two, NLTK and mteval 0 to 1."
    )


def _offered(known: Sequence[str]) -> str:
    return join_words(known, last="or")
