"""Every notebook here runs from top to bottom, and shows what the library says."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import plotly.graph_objects as go
import pytest

import bleuscope
from bleu_core import Comparison
from tests.places import ROOT

HERE = Path(__file__).parent
NAMES = sorted(path.name for path in HERE.glob("*.ipynb"))
PATIENCE = 600  # seconds for a kernel to start on a loaded machine; nobody waits for them


def stored(name: str) -> Any:
    return nbformat.read(HERE / name, as_version=4)


def answers(name: str) -> Iterator[Any]:
    """The values that its cells end with, without a kernel."""
    there: dict[str, object] = {}
    for cell in stored(name).cells:
        if cell.cell_type == "code":
            *lines, last = ast.parse(cell.source).body
            assert isinstance(last, ast.Expr)
            exec(compile(ast.Module(lines, []), name, "exec"), there)
            yield eval(compile(ast.Expression(last.value), name, "eval"), there)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_stored_without_outputs(name: str) -> None:
    notebook = stored(name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_a_comparison_a_score_frames_and_figures_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    comparison, score, chance, *others = answers("comparison.ipynb")
    assert score is comparison.score_b
    found = bleuscope.run_tests(comparison)
    interval = found.bootstrap
    assert chance == (found.randomization.p_value, interval.ci_low, interval.ci_high)
    assert [type(one) for one in others] == [*[pd.DataFrame] * 4, *[go.Figure] * 2, Comparison]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_kernel_shows_every_answer_and_nothing_beside_it(name: str) -> None:
    from nbclient import NotebookClient

    notebook = stored(name)
    client = NotebookClient(
        notebook, timeout=None, startup_timeout=PATIENCE, resources={"metadata": {"path": HERE}}
    )
    client.execute(env=os.environ | {"PYTHONPATH": str(ROOT)})
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        (output,) = cell.outputs
        assert output.output_type in ("execute_result", "display_data"), cell.source
    first, score = (cell.outputs[0].data for cell in cells[:2])
    assert "<article" in first["text/html"]
    assert first["text/plain"].startswith("Comparison(")
    assert "<article" in score["text/html"]
    figures = [cell for cell in cells if "figures." in cell.source]
    assert all("application/vnd.plotly.v1+json" in cell.outputs[0].data for cell in figures)
