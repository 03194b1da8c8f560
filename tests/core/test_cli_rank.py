"""`bleuscope rank`: sacreBLEU's numbers, every format, hostile names, bad input, the gate."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from bleu_core.cli import main
from bleu_core.report.ranking import SUFFIXES

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
Run = Callable[..., tuple[int, str, str]]


def write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """run(…): exit code, standard output, standard error of `bleuscope rank …`."""
    write(tmp_path / "ref.en", REFERENCE)
    for name, lines in SYSTEMS.items():
        write(tmp_path / f"{name}.en", lines)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["rank", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


ALL = [f"{name}.en" for name in SYSTEMS]
FEW = ("--ref", "ref.en", "--trials", "500")


def test_scores_and_p_are_those_of_sacrebleu(run: Run) -> None:
    code, out, _ = run(*ALL, "--ref", "ref.en", "--format", "json")
    assert code == 0
    found = json.loads(out)
    scores = {one["name"]: one["bleu"] for one in found["systems"]}
    for name, lines in SYSTEMS.items():
        assert scores[name] == pytest.approx(BLEU().corpus_score(lines, [REFERENCE]).score)
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    _, theirs = PairedTest(
        list(SYSTEMS.items()), {"BLEU": BLEU()}, [REFERENCE], test_type="ar", n_samples=10_000
    )()
    against_base = [pair for pair in found["pairs"] if pair["a"] == "base"]
    assert [pair["b"] for pair in against_base] == ["good", "bad", "near"]
    for pair, other in zip(against_base, theirs["BLEU"][1:], strict=True):
        assert pair["p_value"] == pytest.approx(other.p_value)
        assert pair["delta"] == pytest.approx(scores[pair["b"]] - scores["base"])


def test_json_has_what_was_promised(run: Run) -> None:
    found = json.loads(run(*ALL, *FEW, "--format", "json", "--seed", "7")[1])
    promised = {"systems", "pairs", "baseline", "signature", "seed", "trials"}
    assert promised <= found.keys()
    assert {"name", "bleu", "ci_low", "ci_high", "rank_best", "rank_worst"} <= set(
        found["systems"][0]
    )
    assert {"a", "b", "delta", "p_value", "p_holm"} <= set(found["pairs"][0])
    order = [(pair["a"], pair["b"]) for pair in found["pairs"]]
    names = list(SYSTEMS)
    assert order == [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    assert (found["baseline"], found["seed"], found["trials"]) == ("base", 7, 500)
    assert found["signature"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")


def test_what_was_not_tested_is_null_and_says_why(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "r"):
        write(tmp_path / name, {"a": SYSTEMS["base"], "b": UNCLE, "r": REFERENCE}[name][:29])
    code, out, _ = run("a", "b", "--ref", "r", "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert found["pairs"][0]["p_value"] is found["pairs"][0]["p_holm"] is None
    assert found["systems"][0]["ci_low"] is None
    assert found["trials"] == 0
    assert "here are 29" in run("a", "b", "--ref", "r")[1]
    assert "has not been tested" in run(*ALL, "--ref", "ref.en", "--trials", "0")[1]


def test_the_table_has_a_row_a_system_and_rules_between_bands(run: Run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = run(*ALL, *FEW, "--baseline", "near")[1]
    rows = [line for line in out.splitlines() if re.match(r"  [1-4](–[1-4])?\s", line)]
    assert [row.split()[1] for row in rows[:4]] == ["good", "near", "base", "bad"]
    assert "baseline" in rows[1]
    assert "───" in out
    assert "Every" not in out
    assert "4 systems, 6 pairs: " in out
    assert "1 good" in out  # the matrix, where there is room for it
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run(*ALL, *FEW)[1]
    assert "1 good" in narrow
    assert narrow.count("  good") > out.count("  good")


def test_the_matrix_is_left_out_where_it_does_not_fit(run: Run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert "1 good" not in run(*ALL, *FEW)[1]


def test_documents_are_the_unit_where_they_are_enough(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "docs", [f"d{i // 5}" for i in range(60)])
    found = json.loads(run(*ALL, *FEW, "--docs", "docs", "--format", "json")[1])
    assert (found["unit"], found["units"]) == ("document", 12)
    assert "The unit is the document, 12 of them" in found["notes"][0]


def test_another_metric_ranks_and_stands_beside(run: Run) -> None:
    code, out, _ = run(*ALL, *FEW, "-m", "chrf", "--by", "ter", "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert (found["metric"], found["higher_is_better"]) == ("ter", False)
    ter = [one["metrics"]["ter"] for one in found["systems"]]
    assert ter == sorted(ter)
    for one in found["systems"]:
        lines = SYSTEMS[one["name"]]
        assert one["metrics"]["chrf"] == pytest.approx(
            CHRF().corpus_score(lines, [REFERENCE]).score
        )
        assert one["bleu"] == pytest.approx(BLEU().corpus_score(lines, [REFERENCE]).score)
    text = run(*ALL, *FEW, "-m", "chrf", "--by", "ter")[1]
    assert "chrF2" in text
    assert "nc:6" in text


def test_markdown_latex_and_csv_hold_the_same_numbers(run: Run) -> None:
    score = f"{BLEU().corpus_score(SYSTEMS['bad'], [REFERENCE]).score:.2f}"
    for form in ("markdown", "latex", "csv", "text"):
        code, out, _ = run(*ALL, *FEW, "--format", form)
        assert code == 0
        assert score in out or form == "csv"
    table = list(csv.DictReader(io.StringIO(run(*ALL, *FEW, "--format", "csv")[1])))
    assert [row["system"] for row in table] == ["good", "near", "base", "bad"]
    assert f"{float(table[-1]['bleu']):.2f}" == score
    assert table[2]["delta"] == ""


def test_identical_systems_share_a_rank_with_p_1(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "twin.en", SYSTEMS["good"])
    code, out, _ = run(*ALL, "twin.en", *FEW, "--format", "json")
    found = json.loads(out)
    assert code == 0
    [pair] = [pair for pair in found["pairs"] if {pair["a"], pair["b"]} == {"good", "twin"}]
    assert (pair["delta"], pair["p_value"], pair["p_holm"]) == (0, 1, 1)
    ranks = {one["name"]: (one["rank_best"], one["rank_worst"]) for one in found["systems"]}
    assert ranks["good"] == ranks["twin"]


def test_two_files_of_one_name_are_told_apart(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tue").mkdir()
    write(tmp_path / "tue" / "base.en", SYSTEMS["bad"])
    code, out, err = run("base.en", "tue/base.en", *FEW)
    assert code == 0
    assert "base (2)" in out
    assert "tue/base.en" in err
    out = run("base.en", "tue/base.en", *FEW, "--name", "mon", "--name", "tue")[1]
    assert "base (2)" not in out
    assert "tue" in out


def test_bad_input_is_told_all_at_once(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "short.en", SYSTEMS["base"][:10])
    write(tmp_path / "empty.en", [])
    code, out, err = run("base.en", "short.en", "empty.en", "none.en", "--ref", "ref.en")
    assert (code, out) == (2, "")
    assert "none.en cannot be read" in err
    code, _, err = run("base.en", "short.en", "empty.en", "--ref", "ref.en")
    assert code == 2
    assert "short.en" in err
    assert "empty.en" in err
    code, _, err = run("base.en", "good.en", "--ref", "ref.en", "--baseline", "nobody")
    assert code == 2
    assert "'nobody' is none of the systems: 'base' and 'good'" in err
    assert run("base.en", "--ref", "ref.en")[0] == 2
    assert run("base.en", "good.en")[0] == 2
    assert run()[0] == 2


def test_the_gate_looks_at_every_system_and_names_it(run: Run) -> None:
    code, _, err = run(*ALL, *FEW, "--fail-under", "-1")
    assert code == 1
    assert re.findall("Regression of (.*?):", err) == ["bad"]
    code, _, err = run(*ALL, *FEW, "--fail-if-significant", "--baseline", "good")
    assert code == 1
    assert re.findall("Regression of (.*?):", err) == ["base", "bad", "near"]
    assert "bad is below good by " in err
    assert "after Holm (significant at 0.05)" in err
    code, _, err = run(*ALL, *FEW, "--fail-if", "chrf<0 and chrf.p<0.05", "--format", "json")
    assert code == 1
    assert re.findall("Regression of (.*?):", err) == ["bad"]
    assert "chrF2 p" in err
    assert run(*ALL, *FEW, "--fail-if-significant", "--baseline", "bad")[0] == 0


def test_the_gate_takes_p_after_correction(run: Run) -> None:
    """At a level between p and p after Holm nothing fails."""
    found = json.loads(run(*ALL, *FEW, "--format", "json")[1])
    [pair] = [pair for pair in found["pairs"] if (pair["a"], pair["b"]) == ("base", "bad")]
    assert pair["p_value"] < pair["p_holm"]
    between = str((pair["p_value"] + pair["p_holm"]) / 2)
    assert run(*ALL, *FEW, "--fail-if-significant", "--level", between)[0] == 0
    assert run(*ALL, *FEW, "--fail-if", f"bleu<0 and bleu.p<{between}")[0] == 0


def test_a_gate_that_cannot_judge_does_not_pass(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "r"):
        write(tmp_path / name, REFERENCE[:29])
    code, _, err = run("a", "b", "--ref", "r", "--fail-if-significant")
    assert code == 2
    assert "cannot judge 29 segments" in err
    assert run(*ALL, *FEW[:2], "--trials", "0", "--fail-if-significant")[0] == 2


def test_a_serious_finding_ends_with_2_unless_accepted(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "gone.en", REFERENCE)
    code, out, err = run("good.en", "gone.en", *FEW)
    assert code == 2
    assert "good" in out
    assert "serious finding" in err
    assert run("good.en", "gone.en", *FEW, "--accept-findings")[0] == 0


def test_findings_on_many_systems_are_few_and_in_json_each_by_itself(
    run: Run, tmp_path: Path
) -> None:
    for k in range(6):
        write(tmp_path / f"s{k}.en", [f"{UNCLE[0]} &lt;", *(f"{line} {k}" for line in UNCLE[1:])])
    files = [f"s{k}.en" for k in range(6)]
    _, out, _ = run(*files, *FEW, "--report", "x.html", "--report", "x.md")
    texts = [out, *((tmp_path / name).read_text("utf-8") for name in ("x.html", "x.md"))]
    for text in texts:
        assert text.count("character entities") == 1
        assert "in 5 more systems" in text
    _, out, _ = run(*files, *FEW, "--format", "json")
    entities = [one for one in json.loads(out)["findings"] if one["kind"] == "entities"]
    assert [one["stream"] for one in entities] == [f"system 's{k}'" for k in range(6)]


def test_several_files_follow_ref_and_metrics_before_outputs_too(run: Run) -> None:
    _, out, _ = run("base.en", "good.en", "--ref", "ref.en", "near.en", "--format", "json")
    assert json.loads(out)["signature"].startswith("nrefs:2|")
    code, out, _ = run("base.en", "-m", "chrf", "good.en", *FEW)
    assert code == 0
    assert "chrF2" in out


def test_list_prints_what_the_files_hold(run: Run) -> None:
    code, out, _ = run(*ALL, "--ref", "ref.en", "--list")
    assert code == 0
    assert "good.en" in out
    assert "systems," not in out


def test_help_names_what_there_is(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for said in ("OUT...", "--baseline NAME", "after Holm over all pairs", "Exit codes", "latex"):
        assert said in out


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_report_is_written_in_each_format(run: Run, tmp_path: Path, suffix: str) -> None:
    code, out, err = run(*ALL, *FEW, "--report", f"r{suffix}")
    assert (code, err) == (0, "")
    assert "4 systems" in out
    data = (tmp_path / f"r{suffix}").read_bytes()
    assert data[:2] == b"PK" if suffix == ".xlsx" else b"good" in data


def test_a_report_that_cannot_be_written_is_told_before_the_work(run: Run) -> None:
    assert run(*ALL, *FEW, "--report", "r.doc")[0] == 2
    assert run(*ALL, *FEW, "--report", "nowhere/r.html")[0] == 2


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "=HYPERLINK(1)",
    "a | b `c` **d** @all",
    "\\input{x} $y$ %",
    "\x1b[2J \u202eabc",
    "x\ty",
]


@pytest.fixture
def hostile(run: Run) -> Callable[[str], str]:
    """What a format says of systems with such names."""
    names = [word for name in HOSTILE[:4] for word in ("--name", name)]

    def rank(form: str) -> str:
        return run(*ALL, *FEW, *names, "--format", form)[1]

    return rank


def test_names_stay_text_in_every_format(run: Run, hostile, tmp_path: Path) -> None:
    assert "=HYPERLINK(1)" in json.dumps(json.loads(hostile("json")))
    table = list(csv.DictReader(io.StringIO(hostile("csv"))))
    assert "'=HYPERLINK(1)" in {row["system"] for row in table}
    markdown = hostile("markdown")
    pipes = {line.count("|") for line in markdown.splitlines() if line.startswith("|")}
    assert len(pipes) == 1
    assert "| `<img src=x onerror=alert(1)>` |" in markdown
    latex = hostile("latex")
    assert "\\input{x}" not in latex
    assert r"\textbackslash{}input\{x\} \$y\$ \%" in latex
    names = [word for name in HOSTILE[:4] for word in ("--name", name)]
    run(*ALL, *FEW, *names, "--report", "r.html", "--report", "r.xlsx")
    html = (tmp_path / "r.html").read_text("utf-8")
    assert "<img" not in html
    assert "<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>" in html
    assert "script-src 'none'" in html
    assert "<script" not in html
    assert "http://" not in html


def test_what_acts_in_a_terminal_is_made_visible(run: Run) -> None:
    names = [word for name in HOSTILE[4:] for word in ("--name", name)]
    for form in ("text", "markdown"):
        out = run("base.en", "good.en", *FEW, *names, "--format", form)[1]
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\t" not in out
    err = run(*ALL, *FEW, *names, "--fail-under", "50")[2]
    assert "\x1b" not in err


def test_the_report_tells_the_best_by_pairs(run: Run, tmp_path: Path) -> None:
    run(*ALL, *FEW, "--report", "r.html", "--report", "r.md")
    html = (tmp_path / "r.html").read_text("utf-8")
    for said in ("Every pair", "The best by pairs", "Among all 6 pairs", "Settings and provenance"):
        assert said in html
    assert html.count("<svg") == 4
    assert html.count('class="interval"') == 4
    title = r'title="good minus base: (\+\d+\.\d\d); p (.*?), after Holm (.*?)"'
    [(delta, p, corrected)] = re.findall(title, html)
    found = json.loads(run(*ALL, *FEW, "--format", "json")[1])
    [pair] = [pair for pair in found["pairs"] if (pair["a"], pair["b"]) == ("base", "good")]
    assert delta == f"{pair['delta']:+.2f}"
    assert float(p) == pytest.approx(pair["p_value"], rel=0.05)
    assert float(corrected) == pytest.approx(pair["p_holm"], rel=0.05)
    assert (tmp_path / "r.md").read_text("utf-8") == run(*ALL, *FEW, "--format", "markdown")[1]


def test_untested_systems_are_reported_too(run: Run, tmp_path: Path) -> None:
    options = ("--trials", "0", "--report", "r.html", "--report", "r.csv", "--report", "r.xlsx")
    code, _, _ = run(*ALL, "--ref", "ref.en", *options)
    assert code == 0
    html = (tmp_path / "r.html").read_text("utf-8")
    assert 'class="interval"' not in html
    assert "Whether it is chance has not been tested" in html
