"""How a number was made, as far as a signature or the name of a tool says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bleu_core.messages import Message
from bleu_core.text.config import BleuConfig


class Unreadable(ValueError):
    """What is neither a signature nor a known tool; `problems` has a message for each reason."""

    def __init__(self, problems: Sequence[Message]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Printed:
    """What stood after the signature: the score, and the lengths if they were printed."""

    score: str
    sys_len: int | None = None
    ref_len: int | None = None


@dataclass(frozen=True)
class Recipe:
    """How a number was made.

    Attributes
    ----------
    by : str
        The tool and its version: "sacreBLEU 1.4.14".
    metric : str
        Its name as it was printed: "BLEU", "chrF2", "TER".
    fields : mapping
        All that the signature says, by sacreBLEU 2's names of fields; empty for a tool.
    release : tuple of int
        The version of sacreBLEU, or of that which BLEUscope agrees with; () if there is none.
    config : BleuConfig or None
        The settings that give this number; None where a field is not known, or of another metric.
    references : int or None
        References a segment; -1 where that varies, None where it is not said.
    counts_short : bool
        Whether a segment too short for an order counts one n-gram of it, as in NLTK.
    remarks : tuple of Message
        What could not be read, and what was not said and is taken for granted.
    printed : Printed or None
    """

    by: str
    metric: str = "BLEU"
    fields: Mapping[str, str] = field(default_factory=dict)
    release: tuple[int, ...] = ()
    config: BleuConfig | None = None
    references: int | None = None
    counts_short: bool = False
    remarks: tuple[Message, ...] = ()
    printed: Printed | None = None

    @property
    def is_tool(self) -> bool:
        """Whether it is a tool by its name, of which there is no signature."""
        return not self.fields

    @property
    def takes_tokens(self) -> bool:
        """Whether it splits at spaces only, as one does with text that is tokenized already."""
        return self.config is not None and self.config.tokenize == "none"
