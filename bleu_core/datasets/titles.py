"""What a data set is called on screen and in reports: by its folder, or by its only file."""

from __future__ import annotations

import os
from pathlib import Path

from bleu_core.common.numerals import counted
from bleu_core.datasets.plan import Plan


def title_of(plan: Plan) -> str:
    """The name of the folder that has all its files, or of its only file."""
    folder = folder_of(plan)
    return Path(folder).name or folder


def folder_of(plan: Plan) -> str:
    """The path of the folder that has all its files, or of its only file."""
    return os.path.commonpath([fragment.path for fragment in plan.fragments])


def size_of(plan: Plan) -> str:
    """Of how many groups of rows and files it is: "16 groups of rows in 4 files"."""
    files = {fragment.path for fragment in plan.fragments}
    groups = counted(len(plan.fragments), "group of rows", "groups of rows")
    return f"{groups} in {counted(len(files), 'file')}"
