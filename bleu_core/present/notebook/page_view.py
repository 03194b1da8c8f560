"""The reports of a comparison from a notebook: as a file, and the interactive page in a frame."""

from __future__ import annotations

from pathlib import Path

from bleu_core.common.files import replace_file
from bleu_core.explain.comparison import Comparison
from bleu_core.present.notebook.display import content_of
from bleu_core.present.report import render, report_suffix
from bleu_core.present.report.markup import element


def save_report(comparison: Comparison, path: Path) -> None:
    """Write the report of a comparison in the format of the file's ending."""
    replace_file(path, render(content_of(comparison), report_suffix(path)))


class PageView:
    """The interactive page of a comparison; notebooks show it in a frame.

    The frame is a sandbox: its scripts run, but reach neither the notebook nor its origin.
    """

    def __init__(self, comparison: Comparison, height: int = 800) -> None:
        self._comparison, self._height = comparison, height

    def __repr__(self) -> str:
        return f"<interactive page of {self._comparison!r}>"

    def _repr_html_(self) -> str:
        page = render(content_of(self._comparison), ".html").decode()
        return element(
            "iframe",
            srcdoc=page,
            sandbox="allow-scripts",
            width="100%",
            height=str(self._height),
            title="Interactive page of the comparison",
        )
