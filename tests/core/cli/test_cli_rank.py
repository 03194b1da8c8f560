"""`bleuscope rank`: sacreBLEU's numbers, every format, hostile names, bad input, the gate."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest

from bleu_core.messages import codes
from bleu_core.present.report import RANKING_SUFFIXES
from tests.command import Command, write
from tests.saved_pages import saved_document

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(60)]
UNCLE = [line.replace("aunt", "uncle") for line in REFERENCE]
SYSTEMS = {
    "base": [line.replace("mat", "rug") for line in UNCLE],
    "good": [line if i % 3 else line.replace("cat", "dog") for i, line in enumerate(UNCLE)],
    "bad": [line.rsplit(" ", 4)[0] for line in UNCLE],
    "near": [
        line.replace("mat", "rug" if i % 3 else "mat").replace("cat", "cat" if i % 5 else "dog")
        for i, line in enumerate(UNCLE)
    ],
}
BLEUS = {name: BLEU().corpus_score(lines, [REFERENCE]).score for name, lines in SYSTEMS.items()}
ALL = [f"{name}.en" for name in SYSTEMS]
FEW = ("--ref", "ref.en", "--trials", "500")


@pytest.fixture
def run(run: Command) -> Command:
    write(Path(), {"ref.en": REFERENCE, **dict(zip(ALL, SYSTEMS.values(), strict=True))})
    run.first = ["rank"]
    return run


def test_scores_and_p_are_those_of_sacrebleu(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run.json(*ALL, *FEW, "--seed", "7")
    assert (found["baseline"], found["seed"], found["trials"]) == ("base", 7, 500)
    assert found["signature"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    scores = {one["name"]: one["bleu"] for one in found["systems"]}
    assert scores == pytest.approx(BLEUS)
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    assert {"ci_low", "ci_high", "rank_best", "rank_worst"} <= found["systems"][0].keys()
    names = list(SYSTEMS)
    order = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == order
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    metrics, outputs = {"BLEU": BLEU()}, list(SYSTEMS.items())
    _, theirs = PairedTest(outputs, metrics, [REFERENCE], test_type="ar", n_samples=500)()
    for pair, other in zip(found["pairs"], theirs["BLEU"][1:], strict=False):
        assert pair["p_value"] == pytest.approx(other.p_value)
        assert pair["p_value"] <= pair["p_holm"]
        assert pair["delta"] == pytest.approx(scores[pair["b"]] - scores["base"])


def test_what_was_not_tested_is_null_and_says_why(run: Command, tmp_path: Path) -> None:
    few = {"a": SYSTEMS["base"][:29], "b": UNCLE[:29], "r": REFERENCE[:29]}
    write(tmp_path, few)
    found = run.json("a", "b", "--ref", "r")
    assert found["pairs"][0]["p_value"] is found["pairs"][0]["p_holm"] is None
    assert found["systems"][0]["ci_low"] is None
    assert found["trials"] == 0
    assert "29" in run("a", "b", "--ref", "r")[1]
    found = run.json("a", "b", "--ref", "r", "--fail-if-significant", code=2)
    assert found["undecided_codes"] == ["gate.few_segments"]
    # The report without tests has no intervals.
    reports = ("--report", "r.static.html", "--report", "r.csv", "--report", "r.xlsx")
    assert run(*ALL, "--ref", "ref.en", "--trials", "0", *reports)[0] == 0
    assert 'class="interval"' not in (tmp_path / "r.static.html").read_text("utf-8")
    told = run.refused(*ALL, "--ref", "ref.en", "--trials", "0", "--fail-if-significant")
    assert codes(told) == ["option.needs"]


def test_settings_of_the_metric_to_rank_by_belong_to_its_option(run: Command) -> None:
    (told,) = run.refused(*ALL, *FEW, "-m", "chrf:beta=3", "--by", "chrf:beta=3")
    assert codes([told]) == ["option.unknown"]
    assert told.values["advice"].startswith("Write --by chrf;")


def test_chosen_systems_are_all_that_is_ranked_tested_and_judged(run: Command) -> None:
    chosen = ("--system", "near", "--system", "base")
    found = run.json(*ALL, *FEW, *chosen, "--fail-under", "-1", code=0)
    assert [one["name"] for one in found["systems"]] == ["near", "base"]
    assert len(found["pairs"]) == 1
    told = run.refused(*ALL, *FEW, *chosen, "--baseline", "good")
    assert codes(told) == ["systems.unknown"]


def test_every_format_and_report_holds_the_same_numbers(run: Command, tmp_path: Path) -> None:
    score = f"{BLEUS['bad']:.2f}"
    reports = [word for suffix in RANKING_SUFFIXES for word in ("--report", f"r{suffix}")]
    code, out, err = run(*ALL, *FEW, *reports)
    assert (code, err) == (0, "")
    printed = {form: run(*ALL, *FEW, "--format", form)[1] for form in ("markdown", "latex", "csv")}
    assert all(score in text for text in (out, printed["markdown"], printed["latex"]))
    table = list(csv.DictReader(io.StringIO(printed["csv"])))
    assert [row["system"] for row in table] == ["good", "near", "base", "bad"]
    assert (f"{float(table[-1]['bleu']):.2f}", table[2]["delta"]) == (score, "")
    assert float(table[-1]["delta"]) == pytest.approx(BLEUS["bad"] - BLEUS["base"])
    for suffix, form in {".md": "markdown", ".tex": "latex"}.items():
        assert (tmp_path / f"r{suffix}").read_text("utf-8") == printed[form]
    assert len((tmp_path / "r.csv").read_text("utf-8-sig").splitlines()) == 5
    found = run.json(*ALL, *FEW)
    openpyxl = pytest.importorskip("openpyxl")
    titles, *rows = openpyxl.load_workbook(tmp_path / "r.xlsx")["pairs"].values
    assert any(pair["p_value"] < pair["p_holm"] for pair in found["pairs"])
    assert [dict(zip(titles, row, strict=True)) for row in rows] == [
        pytest.approx({name: pair[name] for name in titles}) for pair in found["pairs"]
    ]
    page = saved_document((tmp_path / "r.html").read_text("utf-8"))
    assert page["ranking"]["matrix"]["names"] == [row["system"] for row in table]
    assert f"{page['ranking']['systems'][-1]['score']:.2f}" == score
    html = (tmp_path / "r.static.html").read_text("utf-8")
    assert html.count("<svg") == html.count('class="interval"') == 4
    title = r'title="good minus base: (\+\d+\.\d\d); p (.*?), after Holm (.*?)"'
    [(delta, p, corrected)] = re.findall(title, html)
    [pair] = [pair for pair in found["pairs"] if (pair["a"], pair["b"]) == ("base", "good")]
    assert delta == f"{pair['delta']:+.2f}"
    assert float(p) == pytest.approx(pair["p_value"], rel=0.05)
    assert float(corrected) == pytest.approx(pair["p_holm"], rel=0.05)


def test_the_gate_looks_at_every_system_and_names_it(run: Command, tmp_path: Path) -> None:
    worse, held = "gate.significantly_worse", "gate.conditions_hold"
    for options, names, code in (
        (["--fail-under", "-1"], ["bad"], "gate.under_limit"),
        (["--fail-if-significant", "--baseline", "good"], ["base", "bad", "near"], worse),
        (["--fail-if", "chrf<0 and chrf.p<0.05"], ["bad"], held),
        (["--fail-if-significant", "--baseline", "bad"], [], ""),
        (["--fail-if-significant", "--by", "chrf"], ["bad"], worse),
    ):
        found = run.json(*ALL, *FEW, *options, code=int(bool(names)))
        assert found["regression_codes"] == [code] * len(names)
        for name, told in zip(names, found["regressions"], strict=True):
            assert f" {name}: " in told

    # It takes p after correction: at a level between p and p after Holm nothing fails.
    for name, lines in (("first", range(7)), ("next", range(7, 14))):
        dogs = (line.replace("cat", "dog") if i in lines else line for i, line in enumerate(UNCLE))
        write(tmp_path, {f"{name}.en": dogs, "uncle.en": UNCLE})
    slightly_worse = ("uncle.en", "first.en", "next.en", *FEW)
    pair = run.json(*slightly_worse)["pairs"][0]
    assert pair["p_value"] < pair["p_holm"]
    between = str((pair["p_value"] + pair["p_holm"]) / 2)
    assert run(*slightly_worse, "--fail-if", f"bleu<0 and bleu.p<{between}")[0] == 0


def test_a_gate_is_undecided_if_no_p_could_be_small_enough_after_correction(run: Command) -> None:
    # 501 exchanges of 6 pairs: p after Holm is at least 6 / 501 = 0.012.
    too_large = "gate.p_too_large"
    options = ["--fail-if", "bleu.p<0.01"]
    found = run.json(*ALL, *FEW, *options, code=2)
    assert (found["regressions"], found["undecided_codes"]) == ([], [too_large])
    assert len(found["systems"]) == 4
    # A gate that failed is named all the same.
    found = run.json(*ALL, *FEW, *options, "--fail-under", "-1", code=2)
    assert found["regression_codes"] == ["gate.under_limit"]
    assert found["undecided_codes"] == [too_large]
    assert "0.012" in found["undecided"][0]


HOSTILE = [
    "<img src=x onerror=alert(1)>", "=HYPERLINK(1)", "a | b `c` **d** @all", "\\input{x} $y$ %",
    "\x1b[2J \u202eabc", "x\ty",
]  # fmt: skip


def named(names: list[str]) -> list[str]:
    return [word for name in names for word in ("--name", name)]


def test_names_stay_text_in_every_format(run: Command, tmp_path: Path) -> None:
    names = named(HOSTILE[:4])
    forms = ("json", "csv", "markdown", "latex")
    printed = {form: run(*ALL, *FEW, *names, "--format", form)[1] for form in forms}
    assert "=HYPERLINK(1)" in json.dumps(json.loads(printed["json"]))
    table = list(csv.DictReader(io.StringIO(printed["csv"])))
    assert "'=HYPERLINK(1)" in {row["system"] for row in table}
    lines = [line for line in printed["markdown"].splitlines() if line.startswith("|")]
    # Of the ranking, of what the scores are made of, and of the pairs.
    assert {line.count("|") for line in lines} == {9, 8, 6}
    assert "| `<img src=x onerror=alert(1)>` |" in printed["markdown"]
    assert "\\input{x}" not in printed["latex"]
    assert r"\textbackslash{}input\{x\} \$y\$ \%" in printed["latex"]
    run(*ALL, *FEW, *names, "--report", "r.static.html", "--report", "r.xlsx")
    html = (tmp_path / "r.static.html").read_text("utf-8")
    assert "<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>" in html
    assert "script-src 'none'" in html
    assert not any(piece in html for piece in ("<img", "<script", "http://"))
