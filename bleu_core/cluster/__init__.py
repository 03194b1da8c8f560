"""The work of a data set on many processes: the only place that knows Dask.

`on` is a `Map` of `bleu_core.datasets` whose functions run in worker processes, on this machine or
on others.
"""

from bleu_core.cluster.mapping import on

__all__ = ["on"]
