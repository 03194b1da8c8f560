"""The worked examples of Papineni et al. (2002), with the figures that the paper gives."""

import json
from collections import Counter

from bleu_core import corpus_bleu
from tests.core.reference_exact import grams, limits
from tests.places import SAMPLE_DATA

DATA = SAMPLE_DATA / "papineni2002.json"
EXAMPLES = json.loads(DATA.read_text("utf-8"))["examples"]
FIGURES = [(example, figure) for example in EXAMPLES for figure in example["figures"]]


def as_counted(text: str) -> str:
    """The paper counts lower-cased text without its final full stop."""
    return text.lower().removesuffix(".")


def clipped(text: str, references: list[str], order: int) -> Counter[tuple[str, ...]]:
    return grams(text.split(), order) & limits([one.split() for one in references], order)


def test_the_papers_figures() -> None:
    for example, figure in FIGURES:
        candidate = as_counted(example["candidates"][figure["candidate"]])
        references = [as_counted(text) for text in example["references"]]
        order, expected = figure["order"], (figure["matches"], figure["total"])
        if figure["measure"] == "modified precision":
            score = corpus_bleu([candidate], [[reference] for reference in references])
            assert (score.counts[order - 1], score.totals[order - 1]) == expected
            assert clipped(candidate, references, order).total() == expected[0]
            continue
        # Unclipped: what clipping is there to correct (section 2.1).
        assert (figure["measure"], order) == ("standard precision", 1)
        words = {word for reference in references for word in reference.split()}
        matches = sum(word in words for word in candidate.split())
        assert (matches, len(candidate.split())) == expected


def test_all_figures_of_the_paper_are_there() -> None:
    fractions = {
        (example["id"], figure["candidate"], figure["order"], figure["matches"], figure["total"])
        for example, figure in FIGURES
    }
    assert fractions >= {
        ("example-1", 0, 1, 17, 18), ("example-1", 1, 1, 8, 14),
        ("example-1", 0, 2, 10, 17), ("example-1", 1, 2, 1, 13),
        ("example-2", 0, 1, 2, 7), ("example-2", 0, 1, 7, 7), ("example-2", 0, 2, 0, 6),
        ("example-3", 0, 1, 2, 2), ("example-3", 0, 2, 1, 1),
    }  # fmt: skip


def test_a_better_translation_scores_higher() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "example-1")
    references = [[as_counted(text)] for text in example["references"]]
    good, poor = (corpus_bleu([as_counted(c)], references).score for c in example["candidates"])
    assert good > poor

    # Brevity keeps a fragment from winning.
    example = next(e for e in EXAMPLES if e["id"] == "example-3")
    references = [[as_counted(text)] for text in example["references"]]
    score = corpus_bleu([as_counted(example["candidates"][0])], references)
    assert score.precisions[:2] == [100, 100]
    assert score.bp < 0.01


def test_recall_over_pooled_references_would_prefer_the_worse() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "example-4")
    references = [as_counted(text) for text in example["references"]]
    pooled = set(" ".join(references).split())
    worse, better = (as_counted(text) for text in example["candidates"])
    assert len(pooled & set(worse.split())) > len(pooled & set(better.split()))
    matched = [clipped(text, references, 2).total() for text in (worse, better)]
    assert matched[0] / worse.count(" ") < matched[1] / better.count(" ")
