"""METEOR's exact stage against NLTK, and its chunks against all alignments there are."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nltk.translate.meteor_score import meteor_score, single_meteor_score

from bleu_core import BleuConfig
from bleu_core.metrics import MetricStatistics, meteor_exact_statistics
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.meteor import WIDTH, most_joints
from bleu_core.text.tokenizers import tokenize_line
from tests.core import nasty_texts, sample
from tests.effort import examples


class NoStems:
    """A stemmer that leaves every word as it is."""

    def stem(self, word: str) -> str:
        return word


class NoSynonyms:
    """A WordNet that knows no word."""

    def synsets(self, word: str) -> list[object]:
        return []


EXACT = {"preprocess": str, "stemmer": NoStems(), "wordnet": NoSynonyms()}


def fewest_chunks(words: Sequence[object], reference: Sequence[object]) -> tuple[int, int]:
    """Links and chunks of the best of all alignments: most links, then fewest chunks."""
    best = (0, 0)

    def link(i: int, links: dict[int, int]) -> None:
        nonlocal best
        if i == len(words):
            follow = sum(a + 1 == b and links[a] + 1 == links[b] for a, b in pairwise(links))
            best = max(best, (len(links), follow - len(links)))
            return
        link(i + 1, links)
        for place, word in enumerate(reference):
            if word == words[i] and place not in links.values():
                link(i + 1, {**links, i: place})

    link(0, {})
    return best[0], -best[1]


def counted(
    system: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
) -> MetricStatistics:
    return meteor_exact_statistics(system, references, config.tokenize, config.lowercase)


few = st.lists(st.integers(0, 2), max_size=6)


@settings(max_examples=examples(400))
@given(few, few)
@example([0, 1, 2], [0, 1, 1, 2])  # either "0 1" or "1 2", as 1 has one link
def test_no_alignment_has_more_links_or_fewer_chunks(words, reference) -> None:
    links, chunks = fewest_chunks(words, reference)
    assert most_joints(words, reference) == links - chunks
    as_text = [" ".join("abc"[word] for word in text) for text in (words, reference)]
    row = counted([as_text[0]], [[as_text[1]]]).matrix[0]
    assert row.tolist() == [links, chunks, len(words), len(reference)]


@given(st.lists(st.tuples(*[st.lists(st.sampled_from("abcdefgh"), unique=True)] * 3), min_size=1))
def test_scores_are_nltks_where_no_word_repeats(segments) -> None:
    lines = [[" ".join(text) for text in texts] for texts in zip(*segments, strict=True)]
    stats = counted(lines[0], lines[1:])
    oracle = [100 * meteor_score(refs, words, **EXACT) for words, *refs in segments]
    assert stats.sentence_scores() == pytest.approx(oracle, rel=1e-12)


def test_on_real_text_scores_are_nltks_or_better() -> None:
    config = BleuConfig()
    system, reference = sample.DIRECT, sample.REFERENCES[0]
    scores = counted(system, [reference]).sentence_scores()
    alike = 0
    for line, ref, score in zip(system, reference, scores, strict=True):
        words, ref_words = tokenize_line(line, config), tokenize_line(ref, config)
        oracle = 100 * single_meteor_score(ref_words, words, **EXACT)
        assert score > oracle - 1e-9
        if score == pytest.approx(oracle, rel=1e-12):
            alike += 1
        else:
            common = Counter(words) & Counter(ref_words)
            assert any(words.count(word) + ref_words.count(word) > 2 for word in common)
    assert 100 < alike < len(system)


def test_a_repetitive_text_that_is_copied_is_one_chunk_and_none_is_torn() -> None:
    for text in ("a " * 120, "a b " * 60, "a a b " * 40):
        assert counted([text], [[text]]).matrix[0].tolist() == [120, 1, 120, 120]
    # More open alignments than are kept, and more places than are considered.
    assert counted(["a b " * 80], [["b a " * 80]]).matrix[0].tolist() == [160, 2, 160, 160]
    assert WIDTH < 80
    # From the right, "the" before "cat" would be linked with the last "the".
    stats = counted(["the cat saw a dog"], [["the cat saw a dog and the bird"]])
    assert stats.matrix[0].tolist() == [5, 1, 5, 8]
    assert score_of(stats) == pytest.approx(100 * 50 / 77 * (1 - 0.5 / 125))


def test_many_segments_score_by_their_sums_each_with_its_best_reference() -> None:
    stats = counted(["a b c", "d e", "x"], [["c b a", None, "y"], ["a b q q", "d e f", None]])
    # 3 links in 3 chunks score 50; 2 links in 1 chunk score 20 / 29 · (1 - 1/16).
    assert stats.matrix.tolist() == [[3, 3, 3, 3], [2, 1, 2, 3], [0, 0, 1, 1]]
    assert stats.sentence_scores() == pytest.approx([50, 100 * 20 / 29 * (1 - 1 / 16), 0])
    matches, chunks, words, ref_words = 5, 4, 6, 7
    precision, recall = matches / words, matches / ref_words
    fmean = 10 * precision * recall / (recall + 9 * precision)
    assert score_of(stats) == pytest.approx(100 * fmean * (1 - 0.5 * (chunks / matches) ** 3))
    stats = counted(["x", "a"], [["b", None], ["b c d", "c d"], ["b b", "e"]])
    assert stats.matrix.tolist() == [[0, 0, 1, 1], [0, 0, 1, 2]]


@given(nasty_texts.corpora(nasty_texts.files, max_segments=3))
def test_sentence_scores_are_the_best_of_the_references_alone(corpus) -> None:
    system, references = corpus
    stats = counted(system, references)
    for i, score in enumerate(stats.sentence_scores()):
        there = [[stream[i]] for stream in references if stream[i] is not None]
        assert score == max(score_of(counted([system[i]], [ref])) for ref in there)
