"""Every notebook here runs from top to bottom, and shows what the library says."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import bleuscope
from tests.places import ROOT, SAMPLE

HERE = Path(__file__).parent
NAMES = sorted(path.name for path in HERE.glob("*.ipynb"))
PATIENCE = 600  # seconds for a kernel to start on a loaded machine; nobody waits for them


def stored(name: str) -> Any:
    return nbformat.read(HERE / name, as_version=4)


@cache
def executed(name: str) -> Any:
    notebook = stored(name)
    client = NotebookClient(
        notebook, timeout=None, startup_timeout=PATIENCE, resources={"metadata": {"path": HERE}}
    )
    client.execute(env=os.environ | {"PYTHONPATH": str(ROOT)})
    return notebook


def shown(name: str) -> list[dict[str, Any]]:
    """What the cells answer, by type, in order."""
    return [
        output.data
        for cell in executed(name).cells
        for output in cell.get("outputs", [])
        if output.output_type in ("execute_result", "display_data")
    ]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_stored_without_outputs(name: str) -> None:
    notebook = stored(name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs_and_says_nothing_beside_its_answer(name: str) -> None:
    for cell in executed(name).cells:
        kinds = {output.output_type for output in cell.get("outputs", [])}
        assert kinds <= {"execute_result", "display_data"}, cell.source


def test_a_comparison_a_score_frames_and_figures_are_shown() -> None:
    references = [SAMPLE / f"reference-{n}.en" for n in (1, 2)]
    comparison = bleuscope.compare(
        *(SAMPLE / f"apertium-{name}.en" for name in ("direct", "pivot")),
        references,
        source=SAMPLE / "source.es",
        documents=SAMPLE / "documents.txt",
    )
    first, score, chance, *others = shown("comparison.ipynb")
    assert first["text/html"] == comparison._repr_html_()
    assert first["text/plain"] == repr(comparison)
    assert score["text/html"] == comparison.score_b._repr_html_()
    found = bleuscope.judge(comparison)
    assert found is not None
    drawn = found.bootstrap
    assert chance["text/plain"] == str((found.randomization.p_value, drawn.ci_low, drawn.ci_high))
    kinds = [
        next(kind for kind in ("application/vnd.plotly.v1+json", "text/html") if kind in one)
        for one in others
    ]
    frame, figure = "text/html", "application/vnd.plotly.v1+json"
    assert kinds == [frame, frame, frame, frame, figure, figure, frame]
