"""The pictures of README: small, told in words, and each made by `.github/pictures.py`."""

import ast
import re
import struct

from tests.places import ROOT

FOLDER = ROOT / ".github" / "pictures"
SCRIPT = ast.parse((ROOT / ".github" / "pictures.py").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = dict(re.findall(r"!\[([^]]*)\]\(\.github/pictures/([^)]+)\.png\)", README))


def test_each_picture_is_shown_and_made_by_the_script() -> None:
    names = {path.stem for path in FOLDER.iterdir()}
    assert names == set(SHOWN.values())
    assert names <= {node.name for node in SCRIPT.body if isinstance(node, ast.FunctionDef)}


def test_each_is_told_in_words() -> None:
    assert all(len(alternative.split()) > 5 for alternative in SHOWN)


def test_none_weighs_much() -> None:
    for path in FOLDER.iterdir():
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n"), path.name
        assert len(content) <= 120_000, path.name
        assert struct.unpack(">II", content[16:24]) == (1200, 750), path.name
