"""What is wrong with the input, before anyone trusts a number: findings, repairs, near misses."""

from bleu_core.health.examine import examine
from bleu_core.health.findings import Finding, streams_of
from bleu_core.health.nearmiss import NearMiss, near_misses
from bleu_core.health.shift import find_shifts, repair

__all__ = ["Finding", "NearMiss", "examine", "find_shifts", "near_misses", "repair", "streams_of"]
