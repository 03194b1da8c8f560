"""Tools that print no signature, by their names: what they do to a text.

Sources: multi-bleu.perl, multi-bleu-detok.perl, mteval-v11b.pl and mteval-v13a.pl as Moses has
them (scripts/generic); nltk.translate.bleu_score; Papineni et al. (2002).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bleu_core.config import BleuConfig
from bleu_core.why.recipe import Recipe, Unreadable
from bleu_core.wording import cut, listed


class Tool(NamedTuple):
    """What a tool does; `flag` is the option that changes case, and what it then is."""

    by: str
    config: BleuConfig
    flag: tuple[str, bool] = ("", False)
    counts_short: bool = False
    remarks: tuple[str, ...] = ()


TOOLS = {
    "multi-bleu": Tool(
        "multi-bleu.perl",
        BleuConfig(tokenize="none", smooth_method="none"),
        flag=("-lc", True),
        remarks=(
            "multi-bleu.perl splits at spaces only: which tokenizer made its input decides the "
            "score, and is not said.",
            "multi-bleu.perl reads bytes: -lc lower-cases A to Z alone, and a no-break space is "
            "no space. Here all letters and spaces are meant.",
        ),
    ),
    "multi-bleu-detok": Tool(
        "multi-bleu-detok.perl",
        BleuConfig(smooth_method="none"),
        flag=("-lc", True),
        remarks=(
            "multi-bleu-detok.perl expects detokenized text, and cuts it as mteval-v13a does.",
        ),
    ),
    "nltk": Tool(
        "NLTK's corpus_bleu",
        BleuConfig(tokenize="none", smooth_method="none"),
        counts_short=True,
        remarks=(
            "NLTK's corpus_bleu is given tokens: which tokenizer made them decides the score, and "
            "is not said. Here the text is split at spaces.",
            "NLTK gives 0 to 1: 100 times that is compared here. A smoothing_function, weights "
            "and auto_reweigh are options of a call; their defaults are taken here. A mean of "
            "sentence_bleu is another number.",
            # nltk/nltk, pull request 1844 and issue 2245.
            "Where an order has no match, NLTK gives next to 0 from 3.4 on; 3.2 fell back on the "
            "orders that have one.",
        ),
    ),
    "paper": Tool(
        "Papineni et al. (2002)",
        BleuConfig(tokenize="none", lowercase=True, smooth_method="none"),
        remarks=(
            "The paper has no smoothing, orders 1 to 4 with equal weights, and the “best match "
            "length” of the references, the closest; it leaves open which of two that are equally "
            "near, taken here as the shorter.",
            "The paper does not say how text is cut, nor whether case counts. Its worked examples "
            "count words without punctuation; the authors' script, from which mteval comes, "
            "lower-cased. Taken here: given tokens, lower-cased.",
        ),
    ),
    "mteval-v11b": Tool(
        "mteval-v11b.pl",
        BleuConfig(lowercase=True, smooth_method="none", reference_length="shortest"),
        flag=("-c", False),
        remarks=(
            "mteval-v11b.pl lower-cases A to Z unless -c is said; here all letters are meant. "
            "It prints 0 to 1: 100 times that is compared here.",
        ),
    ),
    "mteval-v13a": Tool(
        "mteval-v13a.pl",
        BleuConfig(lowercase=True),
        flag=("-c", False),
        remarks=(
            "mteval-v13a.pl lower-cases A to Z unless -c is said, as it was at WMT; here all "
            "letters are meant. It prints 0 to 1: 100 times that is compared here.",
        ),
    ),
}
# What screens and the command offer to try.
EXAMPLES = ("multi-bleu", "multi-bleu-detok", "NLTK", "paper", "mteval-v11b", "mteval-v13a -c")


def tool(text: str) -> Recipe | None:
    """The recipe of a tool by its name and options; None if the text begins with no tool's name.

    Raises
    ------
    Unreadable
        For an option that the tool does not have, or a name that several have.
    """
    name, *options = text.lower().split()
    name = name.removesuffix(".perl").removesuffix(".pl")
    if name == "mteval":
        raise Unreadable(["mteval has several versions: write mteval-v11b or mteval-v13a."])
    known = TOOLS.get(name)
    if known is None:
        return None
    option, lowercase = known.flag
    config = known.config
    if options == [option]:
        config = replace(config, lowercase=lowercase)
    elif options:
        others = listed(repr(cut(word)) for word in options)
        takes = f"the option {option} alone" if option else "no option here"
        raise Unreadable([f"{known.by} takes {takes}; {others} cannot be read."])
    return Recipe(
        " ".join([known.by, *options]),
        config=config,
        counts_short=known.counts_short,
        remarks=known.remarks,
    )
