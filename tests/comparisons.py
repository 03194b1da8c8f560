"""The comparison of the first two systems, as the app opens it."""

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.text.evalset import default_pair
from pages.ui import store


def compared(data: EvalSet, config: BleuConfig) -> Comparison:
    return store.comparison(data, config, *default_pair(list(data.systems)))
