"""Many systems on one test set: all counted in one pass, ranked, and every pair of them told apart.

Stands on the comparison of a pair and on significance; a pair that is chosen is a `Comparison`.
"""

from bleu_core.systems.ranking import Pair, Ranked, Ranking, rank_systems
from bleu_core.systems.scored import ScoredSystems

__all__ = ["Pair", "Ranked", "Ranking", "ScoredSystems", "rank_systems"]
