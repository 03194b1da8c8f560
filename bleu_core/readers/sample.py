"""The sample: two Apertium systems, Spanish to English, in a folder next to app.py."""

from __future__ import annotations

from pathlib import Path

from bleu_core.readers.text import read_lines
from bleu_core.text.evalset import EvalSet


def read_sample(app: Path) -> EvalSet:
    """Read the sample: 14 documents, two references; `app` is the folder of app.py."""
    folder = app / "sample_data" / "apertium"

    def lines(name: str) -> list[str]:
        return read_lines((folder / name).read_bytes(), name)

    return EvalSet(
        systems={name: lines(f"{name}.en") for name in ("apertium-direct", "apertium-pivot")},
        references=[lines("reference-1.en"), lines("reference-2.en")],
        source=lines("source.es"),
        documents=lines("documents.txt"),
        metadata={"kind": lines("kinds.txt")},
    )
