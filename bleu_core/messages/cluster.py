"""Clusters that cannot do the work of a data set."""

from __future__ import annotations

from bleu_core.messages import message

# Clusters that cannot do the work of a data set.

_GO_ON = "What has been counted is kept: the same command goes on with the rest."


@message(area="cluster")
def not_installed() -> str:
    return 'Work in many processes needs Dask: pip install "bleuscope[cluster]".'


@message(area="cluster")
def unreachable(address: str, reason: str) -> str:
    return f"There is no cluster at {address}: {reason}."


@message(area="cluster")
def no_workers() -> str:
    return f"The cluster has had no worker for a minute. {_GO_ON}"


@message(area="cluster")
def lost() -> str:
    return f"The connection to the cluster is lost. {_GO_ON}"


@message(area="cluster")
def workers_ended() -> str:
    return "each worker that was given it ended, most likely for lack of memory."


@message(area="cluster")
def lacks_bleuscope(version: str, reason: str) -> str:
    return (
        f"All workers of the cluster need bleuscope {version} installed, as this machine has it; "
        f"one says: {reason}."
    )


@message(area="cluster")
def other_version(host: str, version: str, here: str) -> str:
    return (
        f"The worker on {host} has BLEUscope {version}, and this is {here}: all must have the same."
    )
