"""Suites of a few small files, each with text that is to be found again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bleu_core.suite.definition import Suite, read_suite

NOUNS = ("cat", "dog", "boat", "tree")
REFERENCE = [f"the {NOUNS[i % 4]} number {i} sat on the mat in my aunt's house." for i in range(60)]
OLD = [line.replace("aunt", "uncle").replace("mat", "rug") for line in REFERENCE]
# Most segments are better than the old ones, some are worse; none is a reference.
NEW = [
    line.replace("uncle", "aunt") if i % 5 else line.replace("sat on", "stood by")
    for i, line in enumerate(OLD)
]
WORSE = [line.rsplit(" ", 5)[0] if "boat" in line else line for line in OLD]


def write(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_set(
    folder: Path,
    name: str = "news",
    systems: Mapping[str, Sequence[str]] | None = None,
    more: str = "",
    baseline: Sequence[str] | None = OLD,
) -> str:
    """The files of a set in a folder of its name, and its table in the suite's file."""
    write(folder / name / "ref.en", REFERENCE)
    table = [f'[[set]]\nname = "{name}"', f'references = ["{name}/ref.en"]', more]
    if baseline is not None:
        write(folder / name / "old.en", baseline)
        table.append(f'baseline = "{name}/old.en"')
    table.append("[set.systems]")
    for system, lines in (systems or {"new": NEW}).items():
        write(folder / name / f"{system}.en", lines)
        table.append(f'{system} = "{name}/{system}.en"')
    return "\n".join(table) + "\n"


def suite_of(folder: Path, *tables: str, top: str = "trials = 100") -> Suite:
    return read_suite(text_of(*tables, top=top).encode(), "bleu.toml", folder)


def text_of(*tables: str, top: str = "trials = 100") -> str:
    return "\n".join(['title = "Nightly"', top, *tables])
