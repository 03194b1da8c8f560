"""“What a number here means” runs as it stands, and its text has no figure that is not computed."""

import doctest
import re

import pytest

from tests.places import ROOT

PAGE = (ROOT / ".github" / "NUMBERS.md").read_text("utf-8")
BLOCKS = re.findall(r"(?s)```pycon\n(.*?)```", PAGE)
FIGURE = r"(?<![\w.])[0-9]+\.[0-9]+"


@pytest.mark.slow
def test_the_page_is_what_its_examples_compute(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nltk")
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest("".join(BLOCKS), {}, "NUMBERS.md", None, 0)
    assert len(test.examples) > 40
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)


def test_no_figure_stands_in_the_text_alone() -> None:
    """Those with a decimal point: others are years, versions and orders."""
    computed = [one.want for one in doctest.DocTestParser().get_examples("".join(BLOCKS))]
    # 36.7 is computed where the text has 36.70.
    known = {float(number) for want in computed for number in re.findall(FIGURE, want)}
    text = re.sub(r"(?s)```.*?```|`[^`]*`", "", PAGE)
    figures = re.findall(FIGURE, text)
    assert len(figures) > 15
    assert [number for number in figures if float(number) not in known] == []


def test_its_links_lead_somewhere() -> None:
    headings = re.findall(r"(?m)^#+ (.+)$", PAGE)
    anchors = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        if target.startswith("#"):
            assert target[1:] in anchors
        else:
            assert (ROOT / ".github" / target).exists(), target
