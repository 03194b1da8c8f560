"""Scripts and sheets that import one another, made one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bleu_core.present.browser import LinkError, link_files

FILES = {
    "entry.js": """// What it is.
import { two } from "./two.js";
import {
  one,
} from "./lib/one.js";

/** @param {import("./two.js").Two} given */
export default function (given) {
  return one(two(given)); // why
}
""",
    "two.js": """import { one } from "./lib/one.js";
export const two = (given) => one(given);
""",
    "lib/one.js": """/**
 * One.
 */
export function one(given) {
  return given;
}
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_each_module_comes_once_and_before_those_that_import_it(folder: Path) -> None:
    assert link_files(folder / "entry.js").splitlines() == [
        "function one(given) {",
        "  return given;",
        "}",
        "const two = (given) => one(given);",
        "",
        "export default function (given) {",
        "  return one(two(given)); // why",
        "}",
    ]
    assert link_files(folder / "two.js", folder / "lib" / "one.js") == link_files(folder / "two.js")


def test_sheets_come_before_those_that_import_them(folder: Path) -> None:
    (folder / "a.css").write_text('/* Red. */\n@import url("./lib/b.css");\np { color: red; }\n')
    (folder / "lib" / "b.css").write_text("p { margin: 0; }")
    assert link_files(folder / "a.css") == "p { margin: 0; }\np { color: red; }\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("function one() {}\n", "both have one at the top"),
        ('import { two } from "./entry.js";\n', "imports itself"),
        ('import * as all from "./lib/one.js";\n', "“import * as all"),
        ('import { one } from "elsewhere";\n', "“import { one } from"),
        ("export { one };\n", "“export { one };”"),
    ],
)
def test_what_cannot_be_made_one_is_refused(folder: Path, text: str, sentence: str) -> None:
    (folder / "two.js").write_text(text)
    with pytest.raises(LinkError, match=re.escape(sentence)):
        link_files(folder / "entry.js")
