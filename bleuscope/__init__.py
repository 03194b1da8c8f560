"""BLEUscope in Python: compare two outputs with one call; all public names of `bleu_core`.

- `figures`: the figures of a comparison

>>> import bleuscope
>>> bleuscope.compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
Comparison(A 'A' 59.46 with B 'B' 100.00: Δ +40.54 BLEU on 1 segment)
"""

from importlib import import_module
from typing import TYPE_CHECKING

import bleu_core

if TYPE_CHECKING:
    from bleu_core import *  # noqa: F403
    from bleu_core.common.version import __version__
    from bleu_core.present.notebook.comparing import compare
    from bleu_core.significance import run_tests
    from bleuscope import figures

__all__ = ["__version__", "compare", "figures", "run_tests"]
__all__ += bleu_core.__all__
__all__.sort()

if not TYPE_CHECKING:
    # Loaded on first use, as in bleu_core, which has all the others.
    _HOME = {
        "compare": "bleu_core.present.notebook.comparing",
        "run_tests": "bleu_core.significance",
        "__version__": "bleu_core.common.version",
    }

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "figures":
            return import_module("bleuscope.figures")
        return getattr(import_module(_HOME.get(name, "bleu_core")), name)

    def __dir__():
        return __all__
