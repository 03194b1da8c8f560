"""The work of a data set on many processes: the only place that knows Dask.

`on` is a `Map` of `bleu_core.datasets` whose functions run in worker processes: on this machine
(`local`), or on others. `task` is what is sent to them, and `mapping` what is under way, and what
may come between: workers that end, a cluster that goes away.
"""

from bleu_core.cluster.mapping import LOCAL, on
from bleu_core.cluster.task import ClusterError

__all__ = ["LOCAL", "ClusterError", "on"]
