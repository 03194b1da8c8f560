"""The house stands: packages import from those before them, and each folder says what it is.

A new file needs no entry here, but one in the docstring of its package: one in no layer stands as
early as its imports allow. A new package does need one. `docs/contributing/architecture.md` lists
the packages.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

from tests.places import ROOT

# In order: each may import what comes before it. Those in one layer may import each other, but
# for the screens.
CORE = """
    common
    messages
    text
    metrics
    explain
    significance
    readers
    systems
    segments
    datasets
    cluster
    people
    teaching
    workspace
    present
    suite
    cli
"""
UI = """
    view query state user_workspace
    widgets store results
    open_comparison
    frame judgements
    classroom
    overview systems judge learn data suites
"""
LAYERS = [
    *[[f"bleu_core.{name}" for name in layer.split()] for layer in CORE.strip().splitlines()],
    ["bleuscope"],
    ["pages.middleware"],
    *[[f"pages.ui.{name}" for name in layer.split()] for layer in UI.strip().splitlines()],
]
SCREENS = LAYERS[-1]
LAYER = {name: i for i, layer in enumerate(LAYERS) for name in layer}

# By folder: to read and to compute is the core's. pandas, numpy and plotly are the forms in which
# Streamlit is given columns and figures.
LIBRARIES = {
    "bleu_core.cluster": "bleu_core dask distributed",
    "bleu_core": (
        "bleu_core click lark numpy openpyxl pandas platformdirs plotly pyarrow rapidfuzz "
        "regex sacrebleu segno"
    ),
    "bleuscope": "bleu_core bleuscope",
    "pages.middleware": "pages bleu_core starlette streamlit",
    "pages.ui.viewer": "pages bleu_core cachetools numpy pandas starlette streamlit",
    "pages.ui": "pages bleu_core cachetools numpy pandas plotly streamlit",
    "pages": "pages bleu_core streamlit",
}


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> list[str]:
    """The full name of all that a file imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found += [f"{start}{alias.name}" for alias in node.names]
    return found


FILES = {
    dotted(path): path
    for top in ("bleu_core", "bleuscope", "pages")
    for path in ROOT.glob(f"{top}/**/*.py")
}
IMPORTED = {module: imported(path) for module, path in FILES.items()}
ARROWS = {
    module: {name if name in FILES else name.rpartition(".")[0] for name in names} & FILES.keys()
    for module, names in IMPORTED.items()
}


def within(module: str, places: Iterable[str]) -> str:
    """The first of the places that a module is, or is in; "" for none."""
    return next((place for place in places if f"{module}.".startswith(f"{place}.")), "")


def test_modules_import_to_their_left_and_in_no_circle() -> None:
    assert LAYER.keys() <= FILES.keys(), f"No such module: {LAYER.keys() - FILES.keys()}"
    stands: dict[str, int] = {}
    why: dict[str, tuple[str, str]] = {}  # of a module in no layer: the import that puts it there
    wrong: dict[tuple[str, str], str] = {}
    for module in TopologicalSorter(ARROWS).static_order():
        farthest = max(ARROWS[module], key=lambda other: stands[other], default="")
        if place := within(module, LAYER):
            stands[module] = LAYER[place]
        else:
            stands[module] = stands.get(farthest, 0)
            why[module] = why.get(farthest, (module, farthest))
        for other in ARROWS[module]:
            if stands[other] > stands[module]:
                wrong.setdefault(why.get(other, (module, other)), place)
    sentences = [
        f"{who} may not import {what} (with {LAYERS[stands[what]]}): {place} stands to its left."
        for (who, what), place in wrong.items()
    ]
    assert not wrong, "\n".join(sentences)


def test_no_name_of_a_lazy_package_is_that_of_a_module() -> None:
    """Once the module is loaded, it would be found in the name's place."""
    lazy = [module for module, names in IMPORTED.items() if "bleu_core.common.lazy" in names]
    packages = [module for module in lazy if FILES[module].name == "__init__.py"]
    assert "bleu_core.metrics" in packages
    taken = {f"{name}.{own}" for name in packages for own in import_module(name).__all__}
    assert taken & FILES.keys() == set()


def test_no_screen_imports_another() -> None:
    """What two of them share stands in pages/ui/widgets or above the screens."""
    wrong = []
    for module, others in ARROWS.items():
        own = within(module, SCREENS)
        for other in others:
            screen = within(other, dict.fromkeys(SCREENS))
            if own and screen not in ("", own):
                wrong.append(f"{module} may not import {other}, which is another screen's.")
    assert wrong == []


def test_each_folder_imports_its_own_libraries_which_are_declared() -> None:
    wrong = []
    imported = set()
    for module, names in IMPORTED.items():
        folder = within(module, LIBRARIES)
        others = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
        imported |= others
        wrong += [
            f"{module} may not import {library}: {folder} has {LIBRARIES[folder]}."
            for library in others - set(LIBRARIES[folder].split())
        ]
    assert wrong == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    declared = {re.split(r"[^\w-]", line)[0] for line in (*project["dependencies"], *extras)}
    assert imported - {"bleu_core", "bleuscope", "pages"} <= declared


def test_nobody_imports_a_private_name() -> None:
    private = re.compile(r"(^|\.)_(?!_)")
    wrong = {module: list(filter(private.search, names)) for module, names in IMPORTED.items()}
    assert {module: names for module, names in wrong.items() if names} == {}


def test_downloads_are_drawn_in_one_place() -> None:
    """Streamlit's own button can give a visitor the file of another: see `draw_download`."""
    using = [name for name, path in FILES.items() if ".download_button(" in path.read_text("utf-8")]
    assert using == ["pages.ui.widgets.download"]


def test_each_package_lists_its_modules() -> None:
    silent = []
    for module in FILES:
        package, _, name = module.rpartition(".")
        if package in FILES and name != "__main__":
            about = ast.get_docstring(ast.parse(FILES[package].read_text("utf-8"))) or ""
            silent += [] if re.search(rf"`{name}[`/]", about) else [module]
    assert silent == []


def test_each_folder_says_what_lives_there() -> None:
    folders = {path.parent for path in [*FILES.values(), *ROOT.glob("tests/**/*.py")]}
    silent = [
        folder.relative_to(ROOT)
        for folder in folders
        if not (init := folder / "__init__.py").exists()
        or not ast.get_docstring(ast.parse(init.read_text("utf-8")))
    ]
    assert silent == []
