"""Small campaigns in the documented layouts of mt-metrics-eval and of WMT's submissions."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.command import write
from tests.core.named_sets import DOCS, ORIGINAL, OUTPUTS, REFERENCE, SECOND, SEGMENTS, SOURCE

PAIR = "en-de"
SYSTEMS = {"ONLINE-A.1": OUTPUTS["a.de"], "Lab_B": OUTPUTS["b.de"]}
# By system, scores of each segment; None for a missing one.
COMET = {name: [round(0.8 + n / 10 + i / 1000, 4) for i in range(SEGMENTS)]
         for n, name in enumerate(SYSTEMS)}  # fmt: skip
MQM = {"ONLINE-A.1": [None if i % 3 else -i / 4 for i in range(SEGMENTS)],
       "Lab_B": [-0.5] * SEGMENTS, "refB": [None] * SEGMENTS}  # fmt: skip


def score_lines(scores: dict[str, Sequence[float | None]]) -> list[str]:
    return [f"{name}\t{score}" for name, values in scores.items() for score in values]


def write_campaign(folder: Path) -> None:
    """The layout of mt-metrics-eval, with references refA and refB, which is also an output."""
    outputs = {**SYSTEMS, "refA": REFERENCE, "refB": SECOND}
    files: dict[str, Iterable[object]] = {
        "sources/en-de.txt": SOURCE,
        "references/en-de.refA.txt": REFERENCE,
        "references/en-de.refB.txt": SECOND,
        "documents/en-de.docs": [f"{d}\t{n}" for d, n in zip(ORIGINAL, DOCS, strict=True)],
        "human-scores/en-de.mqm.seg.score": score_lines(MQM),
        "human-scores/en-de.mqm.sys.score": ["Lab_B\t-0.5", "ONLINE-A.1\t-2"],
        "metric-scores/en-de/COMET-22-refA.seg.score": score_lines(
            {**COMET, "refB": [0.9] * SEGMENTS}
        ),
        "metric-scores/en-de/COMET-22-refA.sys.score": ["Lab_B\t0.9", "ONLINE-A.1\t0.8"],
        "metric-scores/en-de/BLEURT-refB.seg.score": score_lines(COMET),
        "metric-scores/en-de/Kiwi-src.seg.score": score_lines(COMET),
        "metric-scores/en-de/Both-all.seg.score": score_lines(COMET),
        **{f"system-outputs/en-de/{name}.txt": lines for name, lines in outputs.items()},
        "sources/en-cs.txt": SOURCE,
        "references/en-cs.refA.txt": REFERENCE,
        "system-outputs/en-cs/Lab.txt": REFERENCE,
    }
    _write(folder, files)


def write_submissions(folder: Path) -> None:
    """The layout of WMT's submissions, with two sets of one language pair."""
    files: dict[str, Iterable[object]] = {
        "sources/generaltest2022.en-de.src.en": SOURCE,
        "references/generaltest2022.en-de.ref.A.de": REFERENCE,
        **{f"system-outputs/generaltest2022.en-de.hyp.{name}.de": lines
           for name, lines in SYSTEMS.items()},
        "sources/generaltest2022.en-cs.src.en": SOURCE,
        "references/generaltest2022.en-cs.ref.A.cs": REFERENCE,
        "system-outputs/generaltest2022.en-cs.hyp.Lab.cs": REFERENCE,
        "system-outputs/biomedicaltest2022.en-cs.hyp.Lab.cs": REFERENCE,
    }  # fmt: skip
    _write(folder, files)


def _write(folder: Path, files: dict[str, Iterable[object]]) -> None:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    write(folder, files)
