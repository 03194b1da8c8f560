"""How numbers read."""

import ast
import re

from bleu_core.common.formatting import (
    MINUS,
    format_delta,
    format_fraction,
    format_int,
    format_p,
    format_score,
    format_share,
)
from tests.places import ROOT

READ = {
    (format_int, 0): "0", (format_int, 999): "999", (format_int, 12345): "12,345",
    (format_int, 1_000_000): "1,000,000", (format_int, 17.0): "17",
    (format_int, 1234.5): "1,234.5",
    (format_score, 21.7143): "21.71", (format_score, 0): "0.00", (format_score, 100): "100.00",
    (format_score, 0.98765, 4): "0.9877", (format_score, -1.5): "\u22121.50",
    (format_delta, 1.337): "+1.34", (format_delta, -0.3): "\u22120.30", (format_delta, 0): "0.00",
    (format_delta, -0.001): "0.00", (format_delta, 0.001): "0.00",
    (format_delta, -0.001, 4): "\u22120.0010",
    (format_delta, -12, 0): "\u221212",
    (format_fraction, 10, 17): "10/17",
    (format_fraction, 1234, 20000.5): "1,234/20,000.5",
    (format_p, 0.03141): "p = 0.031", (format_p, 0.5): "p = 0.50", (format_p, 0.03): "p = 0.030",
    (format_p, 0.00012): "p = 0.00012", (format_p, 0.0001): "p = 0.00010",
    (format_p, 0.00009999): "p < 0.0001", (format_p, 0): "p < 0.0001",
    (format_p, 0.0499): "p = 0.0499", (format_p, 0.0501): "p = 0.0501",
    (format_p, 0.04997): "p = 0.04997", (format_p, 0.05): "p = 0.050",
    (format_p, 0.0494): "p = 0.049",
    (format_p, 0.00999, 0.01): "p = 0.00999",
    (format_share, 0): "0.0%", (format_share, 0.00049): "< 0.1%", (format_share, 0.0005): "0.1%",
    (format_share, 0.9994): "99.9%", (format_share, 0.9995): "> 99.9%", (format_share, 1): "100.0%",
}  # fmt: skip


def test_numbers_read_so() -> None:
    assert {call: call[0](*call[1:]) for call in READ} == READ
    written = "".join(write(1234567.25) for write in (format_int, format_score, format_delta))
    assert not set(written) & set(" \t\n\u2009")


# What programs read is plain, and is written where it is made; also what is no list in a
# sentence. File and code, as regular expressions.
PLAIN = {
    r"bleu_core/common/formatting\.py": "",
    # Digests, numbers of bytes and characters, and text that spans columns.
    r"bleu_core/text/evalset\.py": r"len\((name|column)\)",
    r"bleu_core/common/escaping\.py": r":#?04[Xx]|^'[…–]'$",
    r"bleu_core/(readers/(input_checks/findings|text_files)|messages/(file|text))\.py": ":#?04[Xx]",
    r"bleu_core/cli/inputs\.py": "column.role:10",
    # As sacreBLEU writes it.
    r"bleu_core/metrics/(bleu|signature|metric)\.py": "",
    # Names of files and digests; ISO 8601 and SQL.
    r"(bleu_core/present/report/__init__|pages/ui/data/history)\.py": (
        r"\[:8\]|len\(data(\.whole)?\)"
    ),
    r"bleu_core/workspace/(backups|annotation_files|history)\.py": "datetime",
    r"bleu_core/people/(results/exported|session_results)\.py": "datetime",
    r"bleu_core/people/sessions/item_answers\.py": r"round\(seconds, 3\)",
    r"bleu_core/workspace/": r"', '\.join\('\?' \* len\(places\)\)",
    r"bleu_core/suite/rendering/junit\.py": "fromtimestamp|seconds:",
    # What LaTeX makes of signs; labels that are cut where they differ; a range of numbers.
    r"bleu_core/present/charts\.py": "^'…'$",
    r"bleu_core/segments/(places|slices|slice_criteria|slices/criteria)\.py": "^'–'$",
    r"bleu_core/teaching/lessons/prediction\.py": "^'–'$",
    # The language of expressions.
    r"bleu_core/segments/expressions/(writing|syntax)\.py": (
        r"', '\.join\(map\(_(written_)?value, values\)\)"
    ),
}
# One of two words that hang on a number.
FORMS = {"s", "ies", "is", "are", "was", "were", "has", "have"}


def own_voice(node: ast.AST) -> str:
    """What a piece of code does that `numerals` and `wording` are there for; '' for nothing."""
    match node:
        case ast.FormattedValue(format_spec=ast.JoinedStr()):
            return "formats"
        case ast.FormattedValue(value=ast.Call(func=ast.Name("len"))):
            return "has no thousands"
        case ast.FormattedValue(value=ast.Subscript(slice=ast.Slice(upper=ast.Constant()))):
            return "cuts"
        case ast.FormattedValue(
            value=ast.Call(func=ast.Attribute(ast.Constant(", " | " and " | " or "), "join"))
        ):
            return "lists"
        case ast.Call(func=ast.Attribute(attr="strftime" | "isoformat" | "fromtimestamp")):
            return "tells a time"
        case ast.Call(func=ast.Name("format")) | ast.BinOp(ast.Constant(str()), ast.Mod()):
            return "formats"
        case ast.IfExp(body=ast.Constant(str(one)), orelse=ast.Constant(str(many))) if {
            one,
            many,
        } & FORMS:
            return "makes a plural"
        case ast.Constant(str(text)) if text in {"…", "–", MINUS}:
            return "has a sign of its own"
        case ast.Constant(str(text)) if re.match(r" [kMG]B\b|p [=<] (0\.0001)?$|.*[₀-₉]{2}", text):
            return "has a unit, a p or subscripts of its own"
    return ""


def test_numbers_and_words_have_one_voice() -> None:
    """ "3,004" beside "3 004", "p=0.05" beside "p = 0.050": also where it goes to a terminal."""
    found = []
    for path in (*ROOT.glob("bleu_core/**/*.py"), *ROOT.glob("pages/**/*.py")):
        name = path.relative_to(ROOT).as_posix()
        plain = [code for file, code in PLAIN.items() if re.match(file, name)]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            fault = own_voice(node)
            code = ast.unparse(node) if fault else ""
            if fault and not any(re.search(allowed, code) for allowed in plain):
                found.append(f"{name}: {code} {fault}")
    assert not found
