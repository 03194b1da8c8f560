"""How a score was made, as far as a signature or the name of a tool tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bleu_core.messages import Message
from bleu_core.text.config import BleuConfig


class Unreadable(ValueError):
    """A text that is no signature and no known tool; `problems` has a message for each reason."""

    def __init__(self, problems: Sequence[Message]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Printed:
    """The score printed after a signature, and the lengths if they were printed."""

    score: str
    sys_len: int | None = None
    ref_len: int | None = None


@dataclass(frozen=True)
class Recipe:
    """How a score was made.

    Attributes
    ----------
    by : str
        The tool and its version: "sacreBLEU 1.4.14".
    metric : str
        Its printed name: "BLEU", "chrF2", "TER".
    fields : mapping
        The fields of the signature, by the names of sacreBLEU 2; empty for a tool.
    release : tuple of int
        The version of sacreBLEU, or the one that BLEUscope agrees with; () if unknown.
    config : BleuConfig or None
        The settings; None if a field is not known, or for another metric.
    references : int or None
        References per segment; -1 if it varies, None if it is not known.
    counts_short : bool
        Whether a segment too short for an order counts one n-gram of it, as in NLTK.
    remarks : tuple of Message
        What could not be read, and what is assumed.
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
        """Whether it is a tool, which has no signature."""
        return not self.fields

    @property
    def takes_tokens(self) -> bool:
        """Whether it splits only at spaces, as for text that is already tokenized."""
        return self.config is not None and self.config.tokenize == "none"
