"""The recipe of a score: how it was computed, as far as a signature or the name of a tool tells.

Sources on tools: multi-bleu.perl, multi-bleu-detok.perl, mteval-v11b.pl and mteval-v13a.pl as Moses
has them (scripts/generic); nltk.translate.bleu_score; Papineni et al. (2002).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bleu_core.common.formatting import format_int, format_plain, join_words
from bleu_core.messages import Message
from bleu_core.messages import why as messages
from bleu_core.text.config import SMOOTHING, BleuConfig


class UnreadableRecipe(ValueError):
    """A text that is no signature and no known tool; `problems` has a message for each reason."""

    def __init__(self, problems: Sequence[Message]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class PrintedScore:
    """The score printed after a signature, and the lengths if they were printed."""

    score: str
    sys_len: int | None = None
    ref_len: int | None = None


@dataclass(frozen=True)
class Recipe:
    """How a score was made."""

    by: str  # The tool and its version: "sacreBLEU 1.4.14"
    metric: str = "BLEU"  # Its printed name: "BLEU", "chrF2", "TER"
    # The fields of the signature, by the names of sacreBLEU 2; empty for a tool.
    fields: Mapping[str, str] = field(default_factory=dict)
    # The version of sacreBLEU, or the one that BLEUscope agrees with; () if unknown.
    release: tuple[int, ...] = ()
    # The settings; None if a field is not known, or for another metric.
    config: BleuConfig | None = None
    # References per segment; -1 if it varies, None if it is not known.
    references: int | None = None
    # Whether a segment too short for an order counts one n-gram of it, as in NLTK.
    counts_short: bool = False
    remarks: tuple[Message, ...] = ()  # What could not be read, and what is assumed
    printed: PrintedScore | None = None

    @property
    def is_tool(self) -> bool:
        """Whether it is a tool, which has no signature."""
        return not self.fields

    @property
    def takes_tokens(self) -> bool:
        """Whether it splits only at spaces, as for text that is already tokenized."""
        return self.config is not None and self.config.tokenize == "none"


class KnownTool(NamedTuple):
    """The settings of a tool; `flag` is the option for case, and its value of `lowercase`."""

    by: str
    config: BleuConfig
    flag: tuple[str, bool] = ("", False)
    counts_short: bool = False
    remarks: tuple[Message, ...] = ()


TOOLS = {
    "multi-bleu": KnownTool(
        "multi-bleu.perl",
        BleuConfig(tokenize="none", smooth_method="none"),
        flag=("-lc", True),
        remarks=(messages.multi_bleu_tokens(), messages.multi_bleu_bytes()),
    ),
    "multi-bleu-detok": KnownTool(
        "multi-bleu-detok.perl",
        BleuConfig(smooth_method="none"),
        flag=("-lc", True),
        remarks=(messages.multi_bleu_detok(),),
    ),
    "nltk": KnownTool(
        "NLTK's corpus_bleu",
        BleuConfig(tokenize="none", smooth_method="none"),
        counts_short=True,
        # On zeros: nltk/nltk, pull request 1844 and issue 2245.
        remarks=(messages.nltk_tokens(), messages.nltk_options(), messages.nltk_zeros()),
    ),
    "paper": KnownTool(
        "Papineni et al. (2002)",
        BleuConfig(tokenize="none", lowercase=True, smooth_method="none"),
        remarks=(messages.paper_lengths(), messages.paper_tokens()),
    ),
    "mteval-v11b": KnownTool(
        "mteval-v11b.pl",
        BleuConfig(lowercase=True, smooth_method="none", reference_length="shortest"),
        flag=("-c", False),
        remarks=(messages.mteval_v11b_case(),),
    ),
    "mteval-v13a": KnownTool(
        "mteval-v13a.pl",
        BleuConfig(lowercase=True),
        flag=("-c", False),
        remarks=(messages.mteval_v13a_case(),),
    ),
}
# Examples on screens and in the command's help.
EXAMPLES = ("multi-bleu", "multi-bleu-detok", "NLTK", "paper", "mteval-v11b", "mteval-v13a -c")


def recipe_of_tool(text: str) -> Recipe | None:
    """The recipe of a tool by its name and options; None for another text.

    UnreadableRecipe for an unknown option, or an ambiguous name.
    """
    name, *options = text.lower().split()
    name = name.removesuffix(".perl").removesuffix(".pl")
    if name == "mteval":
        raise UnreadableRecipe([messages.version_of_mteval()])
    known = TOOLS.get(name)
    if known is None:
        return None
    option, lowercase = known.flag
    config = known.config
    if options == [option]:
        config = replace(config, lowercase=lowercase)
    elif options:
        raise UnreadableRecipe([messages.unknown_options(known.by, option, options)])
    by = " ".join([known.by, *options])
    return Recipe(by, config=config, counts_short=known.counts_short, remarks=known.remarks)


def case_words(config: BleuConfig) -> str:
    """As in signatures: "lc" or "mixed"."""
    return "lc" if config.lowercase else "mixed"


def effective_order_words(config: BleuConfig) -> str:
    return "yes" if config.effective_order else "no"


def order_words(config: BleuConfig) -> str:
    """The orders and weights: "1 to 4, equal weights"."""
    text = f"1 to {format_int(config.max_ngram_order)}"
    if config.weights is None:
        return f"{text}, equal weights"
    return f"{text}, weights {join_words(map(format_plain, config.weights))}"


def smoothing_words(config: BleuConfig) -> str:
    """The method, with its value if it takes one: "floor 0.1"."""
    if SMOOTHING[config.smooth_method] is None:
        return config.smooth_method
    return f"{config.smooth_method} {format_plain(config.smoothing)}"


def short_segment_words(counts_short: bool) -> str:
    """The n-grams that a segment too short for an order counts."""
    return "one n-gram each" if counts_short else "none"
