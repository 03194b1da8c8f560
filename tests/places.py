"""Where things stand that tests read or start."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLE_DATA = ROOT / "sample_data"
SAMPLE = SAMPLE_DATA / "apertium"  # what a first visit shows: two systems, two references


def sample_lines(name: str) -> list[str]:
    return (SAMPLE / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
