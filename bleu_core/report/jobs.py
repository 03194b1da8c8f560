"""What has been counted of a data set, as JSON: the names are those of a comparison's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bleu_core.datasets import Bad, Job
from bleu_core.ledger import sources
from bleu_core.report.terminal import as_json, score_fields


def to_json(job: Job, missing: Sequence[Bad] = (), **more: Any) -> str:
    """All numbers in full; undefined numbers are null. `missing` was left out; `more` is added."""
    systems = {"a": (job.a, job.score_a), "b": (job.b, job.score_b)}
    left = sum(one.fragment.rows for one in missing)
    report = {
        **{side: {**score_fields(score), "name": name} for side, (name, score) in systems.items()},
        "delta": job.delta,
        "ledger": {
            "components": job.ledger.components,
            "unattributed": job.ledger.unattributed,
            "sources": sources(job.ledger, *job.blocks)._asdict() if job.ledger.defined else None,
        },
        "segments": len(job),
        "of": len(job) + left,
        "missing": [
            {"name": one.fragment.name, "segments": one.fragment.rows, "why": one.why}
            for one in missing
        ],
        "digest": job.plan.digest,
        **more,
    }
    return as_json(report)
