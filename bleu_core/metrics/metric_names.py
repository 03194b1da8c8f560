"""The metrics by the names of command line and files.

Those of `bleu_core.metrics.NAMES`, which takes half a second to load.
"""

NAMES = ("bleu", "chrf", "chrf++", "nist", "ter", "wer", "rouge-l", "rouge-s", "meteor-exact")
