"""Explain a difference: invalid signatures, assumptions, and settings that signatures omit."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

why = Area("why", called={"smoothval": "The smoothing value", "weights": "A weight"})


# Neither a signature nor a tool. `known` are examples.
@why.error("This is too long for a signature, which has at most {most:int} characters.")
def too_long(most: int) -> str: ...
@why.error("Paste a signature, or write {known:or}.")
def nothing_given(known: Sequence[str]) -> str: ...
@why.error(
    "{text:repr} is neither a signature, which has fields such as tok:13a or tok.13a, nor a known "
    "tool: {known:or}."
)
def no_signature(text: str, known: Sequence[str]) -> str: ...
@why.error(
    "That line has a score but no signature. multi-bleu.perl, multi-bleu-detok.perl, mteval and "
    "sacreBLEU's API all print such lines, and the tool matters. Write {known:or}."
)
def score_alone(known: Sequence[str]) -> str: ...
@why.error("This looks like JSON, but cannot be parsed.")
def no_json() -> str: ...
@why.error("This JSON has {scores:int} scores. Use one of them.")
def several_scores(scores: int) -> str: ...
@why.error("This JSON has no text field “signature”.")
def json_without_signature() -> str: ...
@why.error("mteval has several versions. Write mteval-v11b or mteval-v13a.")
def version_of_mteval() -> str: ...


@why.error()
def unknown_options(tool: str, option: str, options: Sequence[str]) -> str:
    """`option` is the only one supported, "" for none; `options` are the unknown ones."""
    takes = f"only the option {option}" if option else "no options"
    return (
        f"{tool} takes {takes} here. Remove {join_words(repr(truncate(one)) for one in options)}."
    )


# Scores that cannot be computed. `which` is "first" or "second".
@why.error("The {which} is {metric}; only BLEU can be explained here.")
def other_metric(which: str, metric: str) -> str: ...
@why.error("The {which} has an unknown field, so its score cannot be computed.")
def not_counted(which: str) -> str: ...
@why.error(
    "The tokenizer {tokenizer} of the {which} needs a model that may have to be downloaded. The "
    "score is computed only if the comparison itself uses this tokenizer."
)
def needs_model(which: str, tokenizer: str) -> str: ...


# Remarks on one of two scores.
@why.note("First: {remark}")
def first(remark: str) -> str: ...
@why.note("Second: {remark}")
def second(remark: str) -> str: ...
@why.warning("{text:repr} after “=” is not a score and was ignored.")
def no_score(text: str) -> str: ...
@why.warning("{text:repr} is not a field with a name and a value, and was ignored.")
def no_field(text: str) -> str: ...
@why.warning("The field {name} is given twice; {taken:repr} is used.")
def field_twice(name: str, taken: str) -> str: ...
@why.warning("The field {name:repr} of a BLEU signature is unknown.")
def unknown_field(name: str) -> str: ...
@why.warning("The tokenizer {tokenizer:repr} is unknown.")
def unknown_tokenizer(tokenizer: str) -> str: ...
@why.warning("{field} is {value:repr}; it must be {choices:or}.")
def unknown_value(field: str, value: str, choices: Sequence[str]) -> str: ...
@why.warning("smooth is {value:repr}, which is not a known smoothing method.")
def unknown_smoothing(value: str) -> str: ...
@why.warning("{field:called} is {value:repr}, which is not a number.")
def no_number(field: str, value: str) -> str: ...
@why.warning("nrefs is {value:repr}, which is not a number of references.")
def no_number_of_references(value: str) -> str: ...
@why.warning("So this score cannot be computed here.")
def cannot_be_counted() -> str: ...
@why.note("The version is not given.")
def version_not_given() -> str: ...
@why.note("{field} is not given; assumed sacreBLEU's default, {default}.")
def field_not_given(field: str, default: str) -> str: ...
@why.note("The value of {method} is not given; assumed sacreBLEU's default.")
def value_not_given(method: str) -> str: ...
@why.note(
    "smooth is floor without its value, which signatures before sacreBLEU 1.5.0 omit; assumed the "
    "default of that time, 0, which means no smoothing."
)
def floor_of_then() -> str: ...
@why.note(
    "smooth is {value:repr}. Before sacreBLEU 1.4.4, the command's add-n had no effect, and add-k "
    "began at order 3 with a default k of 0; assumed no smoothing."
)
def add_k_of_then(value: str) -> str: ...
@why.note(
    "multi-bleu.perl splits only at spaces. The tokenizer used before it determines the score, "
    "and is not given."
)
def multi_bleu_tokens() -> str: ...
@why.note(
    "multi-bleu.perl reads bytes: -lc lowercases only A to Z, and a no-break space is not a "
    "space. Here, all letters and spaces are assumed."
)
def multi_bleu_bytes() -> str: ...
@why.note("multi-bleu-detok.perl expects detokenized text, and tokenizes it as mteval-v13a does.")
def multi_bleu_detok() -> str: ...
@why.note(
    "NLTK's corpus_bleu takes tokens. The tokenizer used before it determines the score, and is "
    "not given; here, the text is split at spaces."
)
def nltk_tokens() -> str: ...
@why.note(
    "NLTK's scores are 0 to 1; they are compared here times 100. smoothing_function, weights and "
    "auto_reweigh are options of the call; their defaults are assumed. A mean of sentence_bleu is "
    "a different number."
)
def nltk_options() -> str: ...
@why.note(
    "If an order has no match, NLTK 3.4 and later give nearly 0; NLTK 3.2 used only the orders "
    "with matches."
)
def nltk_zeros() -> str: ...
@why.note(
    "The paper uses no smoothing, orders 1 to 4 with equal weights, and the “best match length” "
    "of the references, the closest. It does not say which of two equally close lengths; assumed "
    "the shorter."
)
def paper_lengths() -> str: ...
@why.note(
    "The paper does not specify tokenization or case. Its worked examples count words without "
    "punctuation; the authors' script, the origin of mteval, lowercased. Assumed: the given "
    "tokens, lowercased."
)
def paper_tokens() -> str: ...
@why.note(
    "mteval-v11b.pl lowercases A to Z unless run with -c; here, all letters are lowercased. Its "
    "scores are 0 to 1; they are compared here times 100."
)
def mteval_v11b_case() -> str: ...
@why.note(
    "mteval-v13a.pl lowercases A to Z unless run with -c, as WMT did; here, all letters are "
    "lowercased. Its scores are 0 to 1; they are compared here times 100."
)
def mteval_v13a_case() -> str: ...


# The references used between one score and the other.
@why.note(
    "The signature has {given:# reference}, but this test set has {there:int}; all of them are "
    "used."
)
def fewer_references(given: int, there: int) -> str: ...
@why.note("Some segments lack the first references, so all references are used.")
def patchy_references() -> str: ...
@why.note(
    "The first {taken:reference|# references} of {there:int} {taken:is|are} used; the signature "
    "does not say which were."
)
def first_references(there: int, taken: int) -> str: ...


# How two scores differ.


@why.note()
def differ_in(fields: Sequence[str]) -> str:
    return f"They differ in {join_words(f'the {field}' for field in fields)}."


@why.note("They do not differ in anything that is given.")
def no_difference() -> str: ...
@why.warning(
    "These are different metrics, {first:short} and {second:short}: their scores cannot be "
    "compared."
)
def two_metrics(first: str, second: str) -> str: ...
@why.note()
def difference(field: str, first: str, second: str, effect: str = "") -> str:
    """`effect` describes the usual effect of such a difference."""
    differs = f"The {field} is {first} in the first and {second} in the second."
    return f"{differs} {effect}".rstrip()


# Settings that signatures omit, and evidence of them in printed lines.
@why.note("The printed scores are {first} and {second}.")
def printed_scores(first: str, second: str) -> str: ...
@why.warning(
    "The lengths are the same but swapped: in one of them, the reference was scored against the "
    "output."
)
def lengths_exchanged() -> str: ...
@why.warning(
    "The outputs have {first:int} and {second:int} tokens with the same tokenizer: they are "
    "different texts, or were preprocessed differently."
)
def other_outputs(first: int, second: int) -> str: ...
@why.warning(
    "The references have {first:int} and {second:int} tokens with the same tokenizer: they are "
    "different texts or lines, or were preprocessed differently."
)
def other_references(first: int, second: int) -> str: ...


@why.note()
def references_unsaid(test_sets: Sequence[str]) -> str:
    named = f", beyond the name {join_words(test_sets, last='or')}" if test_sets else ""
    return (
        "Signatures do not say which references were used, how many lines they have, or which "
        f"version of the test set they are from{named}."
    )


@why.note(
    "They do not say whether output and references were tokenized, detokenized, lowercased or "
    "normalized (quotes, dashes, Unicode) before scoring."
)
def preparation_unsaid() -> str: ...
@why.note(
    "They do not say whether a corpus was scored or sentence scores were averaged: the signature "
    "is the same, but the score differs."
)
def averaging_unsaid() -> str: ...
@why.note(
    "They do not say how scores were rounded, or whether they are 0 to 1 or 0 to 100: sacreBLEU "
    "prints one decimal by default, multi-bleu.perl two; NLTK and mteval print 0 to 1."
)
def rounding_unsaid() -> str: ...
