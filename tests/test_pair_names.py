"""What A and B are called stands in `bleu_core/common/pair.py` alone: no text names them itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from bleu_core.common.pair import A, B
from bleu_core.present.browser import BROWSER, link_files
from tests.places import ROOT

# A as a name, not as an article; {A} and {B} are filled in.
VERBS = "and|as|at|better|has|in|is|matched|matches|minus|missed|more|nor|or|over|scores|to|wins"
NAME = re.compile(rf"(?<![\w./{{\\-])(?:B|A(?! \w)|A(?= (?:{VERBS})\b))(?![\w}}-])")
# By the beginning of a path: names that stay, and why.
STAYS = {
    # Files of lessons name their candidates themselves, and so does the bench beside them.
    "bleu_core/teaching/": ".*",
    "bleu_core/messages/lesson.py": ".*",
    "pages/ui/learn/": ".*",
    # Judgments and labels are shown as they are saved and exported.
    "bleu_core/segments/annotations.py": "[AB]( better)?",
    "bleu_core/segments/columns/annotation_columns.py": "Your judgment: .*",
    "bleu_core/workspace/annotation": ".*",
    "bleu_core/messages/annotation.py": ".* is not a valid label.*",
    "pages/ui/viewer/annotat": ".*[AB] better.*",
    "pages/ui/judgements/panel/panel.js": "[AB]",
    "bleu_core/text/glossary.toml": r".*A better.*",
    # Keys of groups, roles of files in JSON, the name of a file.
    "bleu_core/explain/concordance.py": "[AB] more",
    "bleu_core/present/viewer/ngrams/": "[AB] more",
    "pages/ui/viewer/ngram_answers.py": "[AB] more",
    "bleu_core/present/comparison_report.py": "[AB]",
    "bleu_core/present/report/__init__.py": "[AB]",
    # Arguments of the command.
    "bleu_core/cli/": "A( B)?",
    "bleu_core/messages/option.py": ".*--pilot A B.*",
    # The place itself.
    "bleu_core/common/pair.py": "[AB]",
}
# In a script: what is no text, strings, and where templates begin and end.
PIECE = re.compile(
    r"(?P<none>/\*.*?\*/|//[^\n]*|(?<=[(,=:!&|?\[])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n])+/)"
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"|(?P<sign>[`{}])',
    re.DOTALL,
)
PART_OF_TEMPLATE = re.compile(r"((?:\\.|\$(?!\{)|[^`$\\])*)(`|\$\{)", re.DOTALL)


def texts_of_script(script: str) -> Iterator[str]:
    """Strings, and what stands between the values of templates."""
    at, closing = 0, list[bool]()  # of each open brace: whether a template goes on behind it
    while found := PIECE.search(script, at):
        at, sign = found.end(), found["sign"]
        if found["text"] is not None:
            yield found["text"]
        elif sign == "{":
            closing.append(False)
        elif sign == "`" or (sign == "}" and closing.pop()):
            part = PART_OF_TEMPLATE.match(script, at)
            assert part
            at = part.end()
            yield part[1]
            if part[2] == "${":
                closing.append(True)


def texts_of_code(code: str) -> Iterator[str]:
    """Literals but for docstrings."""
    nodes = list(ast.walk(ast.parse(code)))
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in docstrings:
            yield node.value


def texts_of(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    match path.suffix:
        case ".py":
            yield from texts_of_code(text)
        case ".js":
            yield from texts_of_script(text)
        case ".css":
            yield from re.findall(r'content: *"([^"]*)"', text)
        case ".toml":
            yield from text.splitlines()


def test_no_text_names_a_and_b_itself() -> None:
    paths = [
        path
        for top in ("bleu_core", "bleuscope", "pages")
        for suffix in ("py", "js", "css")
        for path in ROOT.glob(f"{top}/**/*.{suffix}")
    ]
    seen, wrong = set[str](), list[tuple[str, str]]()
    for path in [*paths, ROOT / "bleu_core" / "text" / "glossary.toml"]:
        name = path.relative_to(ROOT).as_posix()
        for text in texts_of(path):
            if NAME.search(text):
                start = next((start for start in STAYS if name.startswith(start)), "")
                if start and re.fullmatch(STAYS[start], text, re.DOTALL):
                    seen.add(start)
                else:
                    wrong.append((name, text))
    assert wrong == []
    assert STAYS.keys() == seen, "These stay no more."


def test_names_are_found_wherever_they_stand() -> None:
    script = 'f(/["`]/, `${a ? `A wins` : "Lost by B"}: A`); // by B\n"A segment";'
    found = [text for text in texts_of_script(script) if NAME.search(text)]
    assert found == ["A wins", "Lost by B", ": A"]
    code = '"""Of B."""\nf(f"{x} of A", "A word", "{B}")'
    assert list(filter(NAME.search, texts_of_code(code))) == [" of A"]


def test_the_browser_has_the_names_of_the_library() -> None:
    assert f'const A = "{A}";\nconst B = "{B}";' in link_files(BROWSER / "pair.js")
