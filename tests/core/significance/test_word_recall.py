"""Words by frequency against counting them one by one, and against compare-mt's definition."""

import gzip
from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, paired_bootstrap
from bleu_core.readers import File
from bleu_core.readers.text_files import read_word_counts
from bleu_core.significance import run_tests
from bleu_core.significance.word_recall import BANDS, FrequencyBand, band_recalls, frequency_bands
from bleu_core.text.tokenizers import tokenize_line
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.core.sample import REFERENCES, SYSTEMS
from tests.effort import examples
from tests.places import sample_lines

LIMITS = [1, 2, 5, 10, 50]
# For each band and segment, matches, reference and output of A, then of B.
Counts = dict[str, list[list[int]]]


def counted_by_hand(
    comparison: Comparison, frequencies: Mapping[str, int] | None = None
) -> tuple[Counts, dict[str, int]]:
    """The counts, and the words of all references by band."""
    whole, evalset, config = comparison.evalset.whole, comparison.evalset, comparison.config

    def tokens(text: str | None) -> list[str]:
        return tokenize_line(text or "", config)

    occurrences = Counter[str]()
    if frequencies is None:
        for stream in whole.references:
            for text in stream.to_pylist():
                occurrences.update(tokens(text))
    else:
        for word, number in frequencies.items():
            occurrences[word.lower() if config.lowercase else word] += number

    def band(word: str) -> str:
        return list(BANDS)[bisect(LIMITS, occurrences[word])]

    counts: Counts = {name: [] for name in BANDS}
    words = dict.fromkeys(BANDS, 0)
    systems = [evalset.systems[name].to_pylist() for name in (comparison.a, comparison.b)]
    streams = [stream.to_pylist() for stream in evalset.references]
    for outputs, texts in zip(zip(*systems, strict=True), zip(*streams, strict=True), strict=True):
        row = {name: [0] * 6 for name in BANDS}
        references = [tokens(text) for text in texts if text is not None]
        for word in chain(*references):
            words[band(word)] += 1
        for side, output in enumerate(map(tokens, outputs)):
            closest = min(references, key=lambda own: (abs(len(own) - len(output)), len(own)))
            for word in set(output):
                most = max(reference.count(word) for reference in references)
                row[band(word)][3 * side] += min(output.count(word), most)
            for place, text in ((1, closest), (2, output)):
                for word in text:
                    row[band(word)][3 * side + place] += 1
        for name, numbers in row.items():
            counts[name].append(numbers)
    return counts, words


def check(comparison: Comparison, frequencies: Mapping[str, int] | None = None) -> None:
    """All segments, and the sums."""
    counts, words = counted_by_hand(comparison, frequencies)
    of_bands, rows = band_recalls(comparison, frequencies)
    assert of_bands == list(words.values())
    for (a, b), numbers in zip(rows, counts.values(), strict=True):
        assert np.hstack([a.matrix, b.matrix]).tolist() == numbers
    found = frequency_bands(comparison, None, frequencies)
    assert [band.band for band in found] == list(counts)
    for band, numbers in zip(found, counts.values(), strict=True):
        assert list(band.counts.values()) == np.sum(numbers, axis=0).tolist()


def compared(
    systems: list[list[str]], references: list[list[str]], documents: list[str] | None = None,
    **config: object,
) -> Comparison:  # fmt: skip
    evalset = EvalSet(dict(zip("ab", systems, strict=True)), references, documents=documents)
    return Comparison.of(evalset, BleuConfig(**config))


@pytest.mark.parametrize("config", [{}, {"tokenize": "none", "lowercase": True}])
def test_the_sample_is_counted_as_by_hand(config: dict[str, object]) -> None:
    comparison = compared(SYSTEMS, REFERENCES, **config)
    check(comparison)
    check(comparison, {"the": 49, "The": 1, "of": 9, "a": 0, "and": 3})
    # Frequencies are those of the whole test set, here as there.
    check(comparison.part(np.arange(3, 90, 2)))


COUNTS = st.dictionaries(st.sampled_from(["a", "b", "the", "The", "cat"]), st.integers(0, 60))


@given(
    corpora(files),
    st.sampled_from(["13a", "none", "char"]),
    st.booleans(),
    st.one_of(st.none(), COUNTS),
)
@settings(max_examples=examples(200))
def test_any_texts_are_counted_as_by_hand(corpus, tokenize, lowercase, frequencies) -> None:
    lines, references = corpus
    systems = [lines, lines[1:] + lines[:1]]
    check(compared(systems, references, tokenize=tokenize, lowercase=lowercase), frequencies)


def compare_mt(output: list[str], reference: list[str]) -> list[tuple[float, float, float]]:
    """Recall, precision and F of the words in each bucket, as compare-mt defines them.

    In a sentence each output word takes one place of the same word in the reference, as long as
    there is one; a word's bucket is that of its count in the reference corpus. What is
    undefined is 0. (neulab/compare-mt: bucketers.py, the matches of a WordBucketer.)
    """
    frequencies = Counter(word for line in reference for word in line.split(" "))
    sums = [[0, 0, 0] for _ in BANDS]
    for out_line, ref_line in zip(output, reference, strict=True):
        left = Counter(ref_line.split(" "))
        for word in ref_line.split(" "):
            sums[bisect(LIMITS, frequencies[word])][1] += 1
        for word in out_line.split(" "):
            bucket = sums[bisect(LIMITS, frequencies[word])]
            bucket[2] += 1
            if left[word]:
                left[word] -= 1
                bucket[0] += 1
    numbers = []
    for both, in_reference, in_output in sums:
        recall = both / in_reference if both else 0.0
        precision = both / in_output if both else 0.0
        f = 2 * precision * recall / (precision + recall) if both else 0.0
        numbers.append((recall, precision, f))
    return numbers


def test_with_one_reference_they_are_those_of_compare_mt() -> None:
    found = frequency_bands(compared(SYSTEMS, REFERENCES[:1], tokenize="none"))
    for side, output in zip("ab", SYSTEMS, strict=True):
        rows = [
            [getattr(band, f"{name}_{side}") / 100 for name in ("recall", "precision", "f")]
            for band in found
        ]
        assert np.nan_to_num(rows) == pytest.approx(np.array(compare_mt(output, REFERENCES[0])))


def test_the_reference_is_the_closest_and_of_two_the_shorter_or_the_first() -> None:
    references = [["a b c d", "a b", "b b"], ["e f", "c d", "b"], ["a b c d e", "a", "a b c"]]
    comparison = compared([["e f x"] * 3] * 2, references, tokenize="none")
    recall, _ = band_recalls(comparison, {"e": 1, "a": 1})[1][1]
    # Lengths 4, 2 and 5 to 3: the second; 2, 2 and 1: the first of two; 2, 1 and 3: the third.
    assert recall.matrix[:, 1].tolist() == [1, 1, 1]
    # "e" is in a reference of the first segment only.
    assert recall.matrix[:, 0].tolist() == [1, 0, 0]


DOCUMENTS = sample_lines("documents.txt")


@pytest.mark.parametrize("documents", [None, DOCUMENTS])
def test_an_interval_is_that_of_the_bootstrap(documents: list[str] | None) -> None:
    comparison = compared(SYSTEMS, REFERENCES, documents)
    tested = run_tests(comparison, trials=10, samples=200, seed=7)
    clusters = documents and np.unique(documents, return_inverse=True)[1]
    _, pairs = band_recalls(comparison)
    for band, pair in zip(frequency_bands(comparison, tested), pairs, strict=True):
        if not band.words:
            assert (band.ci_low, band.ci_high) == (None, None)
            continue
        drawn = paired_bootstrap(*pair, 200, 7, clusters=clusters)
        assert (band.ci_low, band.ci_high) == (drawn.ci_low, drawn.ci_high)
        assert band.delta == pytest.approx(drawn.delta)


def intervals(found: list[FrequencyBand]) -> list[str]:
    return [band.band for band in found if band.ci_low is not None]


def test_there_is_no_interval_of_few_segments_or_documents() -> None:
    line, word = ["a"] * 60, ["a b"] * 60
    few = compared([line, word], [[*word[:29], *line[29:]]], tokenize="none")
    assert intervals(frequency_bands(few, run_tests(few, 10))) == ["50+"]
    enough = compared([line, word], [[*word[:30], *line[30:]]], tokenize="none")
    assert intervals(frequency_bands(enough, run_tests(enough, 10))) == ["10-49", "50+"]
    documents = [str(i // 6) for i in range(60)]
    of_five = compared([line, word], [[*word[:30], *line[30:]]], documents, tokenize="none")
    assert intervals(frequency_bands(of_five, run_tests(of_five, 10))) == ["50+"]
    assert intervals(frequency_bands(enough)) == []


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"the\t3\nthe 4\n", 2),
        (b"word\tcount\n", 1),
        (b"a\t1\n\n", 2),
        (b"a\t-1", 1),
        (b"a\t1\t2", 1),
        (b"a\t1" + b"0" * 18, 1),
    ],
)
def test_a_bad_line_of_frequencies_is_refused(data: bytes, line: int) -> None:
    with refused("tool.bad_line") as messages:
        read_word_counts(File("counts.tsv", data))
    assert messages[0].values["line"] == line


def test_frequencies_may_be_compressed_and_have_windows_line_ends() -> None:
    data = gzip.compress("\ufeffça\t3\r\nb\t0\r\nça\t1".encode())
    assert read_word_counts(File("counts.tsv.gz", data)) == {"ça": 4, "b": 0}
    with refused("tool.bad_line"):
        read_word_counts(File("counts.tsv", b""))
