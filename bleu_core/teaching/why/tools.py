"""The settings of tools that print no signature, by name.

Sources: multi-bleu.perl, multi-bleu-detok.perl, mteval-v11b.pl and mteval-v13a.pl as Moses has
them (scripts/generic); nltk.translate.bleu_score; Papineni et al. (2002).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.teaching.why.recipe import Recipe, Unreadable
from bleu_core.text.config import BleuConfig


class Tool(NamedTuple):
    """The settings of a tool; `flag` is the option for case, and its value of `lowercase`."""

    by: str
    config: BleuConfig
    flag: tuple[str, bool] = ("", False)
    counts_short: bool = False
    remarks: tuple[Message, ...] = ()


TOOLS = {
    "multi-bleu": Tool(
        "multi-bleu.perl",
        BleuConfig(tokenize="none", smooth_method="none"),
        flag=("-lc", True),
        remarks=(
            messages.multi_bleu_tokens(),
            messages.multi_bleu_bytes(),
        ),
    ),
    "multi-bleu-detok": Tool(
        "multi-bleu-detok.perl",
        BleuConfig(smooth_method="none"),
        flag=("-lc", True),
        remarks=(messages.multi_bleu_detok(),),
    ),
    "nltk": Tool(
        "NLTK's corpus_bleu",
        BleuConfig(tokenize="none", smooth_method="none"),
        counts_short=True,
        remarks=(
            messages.nltk_tokens(),
            messages.nltk_options(),
            # nltk/nltk, pull request 1844 and issue 2245.
            messages.nltk_zeros(),
        ),
    ),
    "paper": Tool(
        "Papineni et al. (2002)",
        BleuConfig(tokenize="none", lowercase=True, smooth_method="none"),
        remarks=(
            messages.paper_lengths(),
            messages.paper_tokens(),
        ),
    ),
    "mteval-v11b": Tool(
        "mteval-v11b.pl",
        BleuConfig(lowercase=True, smooth_method="none", reference_length="shortest"),
        flag=("-c", False),
        remarks=(messages.mteval_v11b_case(),),
    ),
    "mteval-v13a": Tool(
        "mteval-v13a.pl",
        BleuConfig(lowercase=True),
        flag=("-c", False),
        remarks=(messages.mteval_v13a_case(),),
    ),
}
# Examples on screens and in the command's help.
EXAMPLES = ("multi-bleu", "multi-bleu-detok", "NLTK", "paper", "mteval-v11b", "mteval-v13a -c")


def tool(text: str) -> Recipe | None:
    """The recipe of a tool by its name and options; None for another text.

    Raises
    ------
    Unreadable
        For an unknown option, or an ambiguous name.
    """
    name, *options = text.lower().split()
    name = name.removesuffix(".perl").removesuffix(".pl")
    if name == "mteval":
        raise Unreadable([messages.version_of_mteval()])
    known = TOOLS.get(name)
    if known is None:
        return None
    option, lowercase = known.flag
    config = known.config
    if options == [option]:
        config = replace(config, lowercase=lowercase)
    elif options:
        raise Unreadable([messages.unknown_options(known.by, option, options)])
    return Recipe(
        " ".join([known.by, *options]),
        config=config,
        counts_short=known.counts_short,
        remarks=known.remarks,
    )
