"""What a notebook shows says what the command says, and holds nothing that acts."""

import re

import pytest

import bleuscope
from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu
from bleu_core.common.escaping import visible
from bleu_core.common.formatting import format_score
from bleu_core.explain.changed_spans import segment_changes
from tests.core.present.test_report import HOSTILE, NAME
from tests.markup import Parsed
from tests.places import SAMPLE

OUTPUTS = [str(SAMPLE / f"apertium-{name}.en") for name in ("direct", "pivot")]
REFERENCES = [str(SAMPLE / f"reference-{n}.en") for n in (1, 2)]


@pytest.fixture(scope="module")
def sample() -> Comparison:
    more = {"source": SAMPLE / "source.es", "documents": SAMPLE / "documents.txt"}
    return bleuscope.compare(*OUTPUTS, REFERENCES, **more)


def test_the_highlights_of_a_segment_are_what_b_lost_and_gained(sample: Comparison) -> None:
    """The marked words are the changed spans, whose matches add up to those of the segment."""
    shown = sample._repr_html_()
    lines = [int(line) for line in re.findall(r"<b>#(\d+)</b>", shown)]
    assert len(lines) == 10
    sides = re.findall(r"<summary>([^<]*)</summary>", shown)
    assert [side.rpartition(": ")[2] for side in sides if ": " in side] == ["5 segments"] * 2
    rows = {side: re.findall(rf'<div class="row {side}">.*?</div>', shown) for side in "ab"}
    counts = sample.segments().set_index("line")
    for place, line in enumerate(lines):
        changes = segment_changes(sample, line - 1)
        for side, kind in (("a", "lost"), ("b", "gained")):
            row = rows[side][place]
            words = Parsed(row).text
            spans = [span for span in changes.spans or () if span.side == side]
            marked = [Parsed(text).text for text in marked_texts(row, kind)]
            written = re.sub(r"\s", "", "".join(span.text for span in spans))
            assert re.sub(r"\s", "", "".join(marked)) == written
            assert all(text in words for text in marked)
            assert not marked_texts(row, "gained" if side == "a" else "lost")
        change = counts.counts_b_1[line] - counts.counts_a_1[line]
        gained = sum(s.matches[0] if s.side == "b" else -s.matches[0] for s in changes.spans or ())
        assert gained == change


def marked_texts(row: str, kind: str) -> list[str]:
    """The contents of the spans of a class, in which words may be marked again."""
    inner = r"(?:[^<]|<span class=\"changed\">[^<]*</span>)*"
    return re.findall(rf'<span class="{kind}">({inner})</span>', row)


def test_the_words_that_differ_are_marked_and_matches_of_both_are_quiet() -> None:
    a, b = "the big cat sat on the mat . so", "the large cat sat on a mat . so"
    data = EvalSet({"A": [a], "B": [b]}, [["the big cat sat on a rug . so"]])
    shown = Comparison.of(data)._repr_html_()
    for line in (
        '<span class="lost">the <span class="changed">big</span> cat sat on</span> the mat '
        '<span class="shared">. so</span>',
        '<span class="shared">the</span> <span class="own">large</span> '
        '<span class="gained">cat sat on <span class="changed">a</span></span> mat '
        '<span class="shared">. so</span>',
        '<span class="more-a">the big</span> cat sat on <span class="more-b">a</span> rug . so',
    ):
        assert f'dir="auto">{line}</span>' in shown


def test_marks_never_split_a_grapheme() -> None:
    """Tokens of characters: a letter and its accent are two, and one of them is matched."""
    texts, reference = ["xe\u0301y", "xe\u0300y"], "xe\u0301z"
    data = EvalSet({"A": texts[:1], "B": texts[1:]}, [[reference]])
    shown = Comparison.of(data, BleuConfig(tokenize="char"))._repr_html_()
    assert '<span class="lost">x<span class="changed">e\u0301</span></span>y' in shown
    assert '<span class="shared">x<span class="own">e\u0300</span></span>y' in shown


def test_nothing_in_it_acts_or_is_loaded() -> None:
    a = HOSTILE * 6
    b, reference = ([f"{line} {more}" for line in a] for more in ("more", "more words"))
    evalset = EvalSet({NAME: a, f"B {NAME}": b}, [reference], source=a, documents=a)
    shown = Parsed(Comparison.of(evalset)._repr_html_())
    names = {name for name, _ in shown.elements}
    assert names <= {
        *("style", "article", "header", "section", "details", "summary", "p", "div", "span"),
        *("bdi", "b", "i", "code", "ul", "li"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    }
    assert shown.attributes <= {"class", "role", "aria-level", "aria-label", "dir", "open", "scope"}
    assert not re.search(r"@import|url\(|expression|</", shown.style)
    assert all(visible(text) in shown.text for text in (HOSTILE[0], NAME))


def test_a_score_shows_all_that_it_is_made_of() -> None:
    texts = ["the cat sat on the mat today", "a dog"], [["the cat sat on a mat today", "the dog"]]
    for config in (BleuConfig(), BleuConfig(smooth_method="none", max_ngram_order=2)):
        score = corpus_bleu(*texts, config)
        shown = Parsed(score._repr_html_()).text
        assert f"BLEU {format_score(score.score)}" in shown
        assert score.signature in shown
        for count, total, taken in zip(score.counts, score.totals, score.precisions, strict=True):
            assert f"{count}/{total}{format_score(taken)}%" in shown
        assert f"{score.sys_len}/{score.ref_len}" in shown
    # Before smoothing and after it.
    score = corpus_bleu(["a b c d e"], [["a x c y e"]])
    assert "0/40.00 → 12.50%" in Parsed(score._repr_html_()).text  # 0 of 4, exp: 1 / (2 · 4)


def test_one_segment_and_a_score_of_zero_are_shown() -> None:
    for outputs in (["a b"], ["c d"]):
        shown = bleuscope.compare(["x y"], outputs, ["c d"])._repr_html_()
        assert "undefined" in shown
