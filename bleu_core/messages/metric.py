"""Metrics that cannot be computed."""

from __future__ import annotations

from bleu_core.common.numerals import megabytes, whole
from bleu_core.common.wording import cut
from bleu_core.messages import message

# Metrics that cannot be computed.


@message(area="metric")
def ter_out_of_memory(bytes_allowed: int, words: int, longest: str) -> str:
    """`longest` is the longest segment in the batch when the process ended."""
    return (
        f"TER cannot be counted: sacreBLEU takes more than {megabytes(bytes_allowed)} of memory "
        f"for a segment, or was ended. The longest one there, of {whole(words)} words, is "
        f"“{cut(longest)}”. TER is meant for sentences; cut long segments up, or do without it."
    )
