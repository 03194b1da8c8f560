"""Detector of damaged URLs, e-mail addresses, placeholders, markup and brackets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from bleu_core.segments.detectors.between import Account, account
from bleu_core.segments.detectors.material import Mask, Material, fits
from bleu_core.segments.detectors.thresholds import Thresholds

# In this order: a URL may contain all others.
_THINGS = re.compile(
    r"(?P<address>(?:https?://|www\.)[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|</?[A-Za-z][^<>]{0,200}>"  # <b>, </b>, <x id="1"/>
    r"|&(?:\w{1,30}|#\d{1,7});"  # &amp;
    r"|\$?\{\w{0,50}\}"  # {0}, {name}, ${x}
    r"|%(?:\d\$)?[-+0#]?\d{0,3}(?:\.\d{1,3})?[sdifux](?![^\W_])"  # %s, %1$d, %.2f
    r"|%\(\w{1,50}\)[sdif]"  # %(name)s
    r"|[()\[\]{}（）［］｛｝]"
)
# Full-width and half-width brackets count as equal.
_WIDE = str.maketrans("（）［］｛｝", "()[]{}")
_ANY = r"[{}()\[\]<>%&@（）［］｛｝]|://|www\."


def placeholders(material: Material, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose placeholders, markup, addresses or brackets differ."""
    result = np.zeros(len(material), bool)
    likely = fits([material.output(side), *material.others], _ANY)
    for i, output, others in material.rows(likely, side):
        result[i] = bool(account_of_placeholders(output, others))
    return result


def account_of_placeholders(output: str, others: Sequence[str]) -> Account:
    """Placeholders that are lost or added.

    >>> account_of_placeholders("Press (OK", ["Stlačte (OK).", "Click (OK)."]).lost
    Counter({')': 1})
    """
    return account(_things(output), [_things(other) for other in others])


def _things(text: str) -> Counter[str]:
    result: Counter[str] = Counter()
    for match in _THINGS.finditer(text):
        address = match["address"]
        # Sentence-final punctuation does not belong to an address.
        result[address.rstrip(".,;:!?)'\"") if address else match[0].translate(_WIDE)] += 1
    return result
