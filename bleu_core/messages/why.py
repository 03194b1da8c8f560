"""Messages on signatures that cannot be read, assumptions about them, and missing settings."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

why = Area("why", called={"smoothval": "The smoothing value", "weights": "A weight"})


# Neither a signature nor a tool. `known` are examples of these.
@why.error("A signature has at most {most:int} characters; this is no one.")
def too_long(most: int) -> str: ...
@why.error("There is nothing to read. Paste a signature, or write {known:or}.")
def nothing_given(known: Sequence[str]) -> str: ...
@why.error(
    "{text:repr} is no signature: it has no field that a metric is known to have, such as tok:13a "
    "or tok.13a. Nor is it a tool that is known: {known:or}."
)
def no_signature(text: str, known: Sequence[str]) -> str: ...
@why.error(
    "That line has a score and no signature. multi-bleu.perl prints such lines, and so do "
    "multi-bleu-detok.perl, mteval and sacreBLEU's API: which tool it was decides. Write "
    "{known:or}."
)
def score_alone(known: Sequence[str]) -> str: ...
@why.error("This begins as JSON, and is none that can be read.")
def no_json() -> str: ...
@why.error("This JSON has {scores:int} scores; give one of them.")
def several_scores(scores: int) -> str: ...
@why.error("This JSON has no field “signature” with text in it.")
def json_without_signature() -> str: ...
@why.error("mteval has several versions: write mteval-v11b or mteval-v13a.")
def version_of_mteval() -> str: ...


@why.error()
def unknown_options(tool: str, option: str, options: Sequence[str]) -> str:
    """`option` is one that the tool has, "" for none; `options` are those that it lacks."""
    takes = f"the option {option} alone" if option else "no option here"
    return (
        f"{tool} takes {takes}; {join_words(repr(truncate(one)) for one in options)} cannot be "
        "read."
    )


# Numbers that cannot be computed. `which` is "first" or "second".
@why.error("The {which} is {metric}; only BLEU is taken apart here.")
def other_metric(which: str, metric: str) -> str: ...
@why.error("The {which} has a field that is not known here, so that it cannot be counted.")
def not_counted(which: str) -> str: ...
@why.error(
    "The tokenizer {tokenizer} of the {which} needs a model that may have to be fetched: it is "
    "counted only where the comparison itself is scored with it."
)
def needs_model(which: str, tokenizer: str) -> str: ...


# Remarks on one of two numbers.
@why.note("First: {remark}")
def first(remark: str) -> str: ...
@why.note("Second: {remark}")
def second(remark: str) -> str: ...
@why.warning("{text:repr} after “=” is no score, and is left out.")
def no_score(text: str) -> str: ...
@why.warning("{text:repr} is no field with a name and a value, and is left out.")
def no_field(text: str) -> str: ...
@why.warning("The field {name} is said twice; {taken:repr} is taken.")
def field_twice(name: str, taken: str) -> str: ...
@why.warning("What the field {name:repr} of a BLEU signature means is not known here.")
def unknown_field(name: str) -> str: ...
@why.warning("The tokenizer {tokenizer:repr} is not known here.")
def unknown_tokenizer(tokenizer: str) -> str: ...
@why.warning("{field} is {value:repr}; it can be {choices:or}.")
def unknown_value(field: str, value: str, choices: Sequence[str]) -> str: ...
@why.warning("smooth is {value:repr}, which is no smoothing that is known.")
def unknown_smoothing(value: str) -> str: ...
@why.warning("{field:called} is {value:repr}, which is no number.")
def no_number(field: str, value: str) -> str: ...
@why.warning("nrefs is {value:repr}, which is no number of references.")
def no_number_of_references(value: str) -> str: ...
@why.warning("So this number cannot be counted here.")
def cannot_be_counted() -> str: ...
@why.note("The version is not said.")
def version_not_given() -> str: ...
@why.note("{field} is not said; taken as sacreBLEU's default, {default}.")
def field_not_given(field: str, default: str) -> str: ...
@why.note("The value of {method} is not said; taken as sacreBLEU's default.")
def value_not_given(method: str) -> str: ...
@why.note(
    "smooth is floor without its value, which no signature told before sacreBLEU 1.5.0; taken as "
    "the default of then, 0, which is no smoothing."
)
def floor_of_then() -> str: ...
@why.note(
    "smooth is {value:repr}: before sacreBLEU 1.4.4 the command's add-n was carried out by "
    "nothing, and add-k began at order 3 with k 0 unless given; taken as none."
)
def add_k_of_then(value: str) -> str: ...
@why.note(
    "multi-bleu.perl splits at spaces only: which tokenizer made its input decides the score, and "
    "is not said."
)
def multi_bleu_tokens() -> str: ...
@why.note(
    "multi-bleu.perl reads bytes: -lc lower-cases A to Z alone, and a no-break space is no space. "
    "Here all letters and spaces are meant."
)
def multi_bleu_bytes() -> str: ...
@why.note("multi-bleu-detok.perl expects detokenized text, and cuts it as mteval-v13a does.")
def multi_bleu_detok() -> str: ...
@why.note(
    "NLTK's corpus_bleu is given tokens: which tokenizer made them decides the score, and is not "
    "said. Here the text is split at spaces."
)
def nltk_tokens() -> str: ...
@why.note(
    "NLTK gives 0 to 1: 100 times that is compared here. A smoothing_function, weights and "
    "auto_reweigh are options of a call; their defaults are taken here. A mean of sentence_bleu "
    "is another number."
)
def nltk_options() -> str: ...
@why.note(
    "Where an order has no match, NLTK gives next to 0 from 3.4 on; 3.2 fell back on the orders "
    "that have one."
)
def nltk_zeros() -> str: ...
@why.note(
    "The paper has no smoothing, orders 1 to 4 with equal weights, and the “best match length” of "
    "the references, the closest; it leaves open which of two that are equally near, taken here "
    "as the shorter."
)
def paper_lengths() -> str: ...
@why.note(
    "The paper does not say how text is cut, nor whether case counts. Its worked examples count "
    "words without punctuation; the authors' script, from which mteval comes, lower-cased. Taken "
    "here: given tokens, lower-cased."
)
def paper_tokens() -> str: ...
@why.note(
    "mteval-v11b.pl lower-cases A to Z unless -c is said; here all letters are meant. It prints 0 "
    "to 1: 100 times that is compared here."
)
def mteval_v11b_case() -> str: ...
@why.note(
    "mteval-v13a.pl lower-cases A to Z unless -c is said, as it was at WMT; here all letters are "
    "meant. It prints 0 to 1: 100 times that is compared here."
)
def mteval_v13a_case() -> str: ...


# The references used between one number and the other.
@why.note(
    "{given:# reference is|# references are} said, and this test set has {there:int}: all of them "
    "are taken."
)
def fewer_references(given: int, there: int) -> str: ...
@why.note("Some segments lack the first references, so all references are taken.")
def patchy_references() -> str: ...
@why.note(
    "Of {there:int} references the first {taken:# is|# are} taken; which were used is not said."
)
def first_references(there: int, taken: int) -> str: ...


# How two numbers differ.


@why.note()
def differ_in(fields: Sequence[str]) -> str:
    return f"They differ in {join_words(f'the {field}' for field in fields)}."


@why.note("Nothing that is said of them differs.")
def no_difference() -> str: ...
@why.warning(
    "These are two metrics, {first:short} and {second:short}: their numbers cannot be compared."
)
def two_metrics(first: str, second: str) -> str: ...
@why.note()
def difference(field: str, first: str, second: str, effect: str = "") -> str:
    """`effect` is the usual effect of such a difference, in sentences."""
    differs = f"The {field} is {first} in the first and {second} in the second."
    return f"{differs} {effect}".rstrip()


# Settings that no signature has, and what printed lines say of them.
@why.note("The printed scores are {first} and {second}.")
def printed_scores(first: str, second: str) -> str: ...
@why.warning(
    "The lengths are the same but exchanged: in one of them the reference was scored against the "
    "output."
)
def lengths_exchanged() -> str: ...
@why.warning(
    "The outputs have {first:int} tokens and {second:int} tokens under the same tokenizer: they "
    "are not the same text, or not prepared alike."
)
def other_outputs(first: int, second: int) -> str: ...
@why.warning(
    "The references have {first:int} tokens and {second:int} tokens under the same tokenizer: "
    "they are not the same text or lines, or not prepared alike."
)
def other_references(first: int, second: int) -> str: ...


@why.note()
def references_unsaid(test_sets: Sequence[str]) -> str:
    named = f" beyond the name {join_words(test_sets, last='or')}" if test_sets else ""
    return (
        f"No signature says which references were used, how many lines they have, and in which "
        f"state of the test set{named}."
    )


@why.note(
    "Nor whether output and references were tokenized, detokenized, lower-cased or normalized "
    "(quotes, dashes, Unicode) before they were scored."
)
def preparation_unsaid() -> str: ...
@why.note(
    "Nor whether a corpus was scored or sentence scores were averaged: the signature is the same, "
    "the number another."
)
def averaging_unsaid() -> str: ...
@why.note(
    "Nor how the numbers were rounded, and whether they are 0 to 1 or 0 to 100: sacreBLEU prints "
    "one decimal unless more are asked for, multi-bleu.perl two, NLTK and mteval 0 to 1."
)
def rounding_unsaid() -> str: ...
