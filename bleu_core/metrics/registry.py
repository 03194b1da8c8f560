"""The metrics by name, each under its usual settings."""

from __future__ import annotations

from collections.abc import Callable

from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.chrf import Chrf
from bleu_core.metrics.meteor import MeteorExact
from bleu_core.metrics.metric import TextMetric
from bleu_core.metrics.nist import Nist
from bleu_core.metrics.rouge import RougeL, RougeS
from bleu_core.metrics.ter import Ter
from bleu_core.metrics.wer import Wer
from bleu_core.text.config import BleuConfig

# A metric of words takes its tokens and case from BLEU's settings; chrF and TER have
# sacreBLEU's defaults, so that their scores are those that its command prints.
_MAKERS: dict[str, Callable[[BleuConfig], TextMetric]] = {
    "bleu": Bleu,
    "chrf": lambda config: Chrf(),
    "chrf++": lambda config: Chrf(word_order=2),
    "nist": lambda config: Nist(config.tokenize, config.lowercase),
    "ter": lambda config: Ter(),
    "wer": lambda config: Wer(config.tokenize, config.lowercase),
    "rouge-l": lambda config: RougeL(config.tokenize, config.lowercase),
    "rouge-s": lambda config: RougeS(config.tokenize, config.lowercase),
    "meteor-exact": lambda config: MeteorExact(config.tokenize, config.lowercase),
}
NAMES = tuple(_MAKERS)


def known(name: str, config: BleuConfig = BleuConfig()) -> TextMetric:
    """The metric of a name of `NAMES`, beside BLEU under these settings.

    >>> known("chrf++").word_order
    2
    >>> known("wer", BleuConfig(lowercase=True)).lowercase
    True
    """
    return _MAKERS[name](config)
