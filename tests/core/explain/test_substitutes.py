"""What stands where an n-gram is lost, and the n-grams of families: by hand."""

import random
from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.explain import substitutes
from bleu_core.explain.family_members import family_members
from bleu_core.explain.matching import match_segment
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.explain.ngram_families import find_families
from bleu_core.explain.ngrams import evidence
from bleu_core.explain.substitutes import Substitute, Substitutes
from tests.effort import examples

from .test_ngram_families import ByHand, Gram, damaged, matches

CONFIG = BleuConfig(tokenize="none")


def lookup(a: list[str], b: list[str], references: list[list[str]], key: str, side: int = 0):
    corpus = Corpus.of(Comparison.of(EvalSet({"a": a, "b": b}, references), CONFIG))
    return Substitutes(corpus, 4).find(key, lost_by_a=side == 1)


def by_hand(a: list[str], b: list[str], references: list[list[str]], key: str, side: int):
    """The kinds or words at each place, counted; those without any have neither."""
    size, found = len(key.split()), Counter()
    for texts in zip(a, b, *references, strict=True):
        words = [text.split() for text in texts[:2]]
        opcodes = SequenceMatcher(None, *words, autojunk=False).get_opcodes()
        if side == 1:
            opcodes = [(tag, j, jj, i, ii) for tag, i, ii, j, jj in opcodes]
        own, other = (words[side], words[1 - side])
        credited = []
        for text in (texts[side], texts[1 - side]):
            match = match_segment(text, texts[2:], CONFIG)
            tokens = [token.text for token in match.match.tokens]
            credited.append([
                i
                for i, status in enumerate(match.match.occurrences[size - 1])
                if status == "credited" and tokens[i : i + size] == key.split()
            ])  # fmt: skip
        extra = len(credited[0]) - len(credited[1])
        places = []
        stretches = aligned_stretches(opcodes)
        for i in credited[0]:
            starts, ends = zip(*stretches[i : i + size], strict=True)
            stretch = other[starts[0] : ends[-1]]
            places.append((stretch == key.split(), -i, stretch))
        for is_same, minus, stretch in sorted(places)[: max(0, extra)]:
            found[(None, "") if is_same else what_stands_there(own, -minus, size, stretch)] += 1
    return found


def aligned_stretches(opcodes):
    """Of each token of a text, where the stretch that stands for it in the other begins and ends.

    A token stands for one token in stretches of equal length, for the whole stretch in others.
    """
    stretches = []
    for _, first, last, there, until in opcodes:
        for i in range(last - first):
            is_single = last - first == until - there
            stretches.append((there + i, there + i + 1) if is_single else (there, until))
    return stretches


def what_stands_there(own, start, size, side):
    if not side:
        return "nothing", ""
    lost, text = own[start : start + size], "".join(own[start : start + size])
    before, after = own[start - 1] if start else "", "".join(own[start + size : start + size + 1])
    for token in side:
        if (before and before + text in token) or (after and text + after in token):
            return "joined", token
    for x, y in pairwise(side):
        if any(x + y in token for token in lost):
            return "split", f"{x} {y}"
    if " ".join(side).lower() == " ".join(lost).lower():
        return "other case", " ".join(side)
    return ("words", " ".join(side)) if len(side) <= 4 else (None, "")


WORDS = ["a", "b", "c", "A", "ab", "bc"]
lines = st.lists(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=4, max_size=4)


@settings(max_examples=examples(300), deadline=None)
@given(lines, lines, st.lists(lines, min_size=1, max_size=2), st.sampled_from([0, 1]), st.data())
def test_places_are_those_found_by_hand(a, b, references, side, data) -> None:
    key = data.draw(st.sampled_from(["a", "b", "A", "ab", "a b", "b c", "a a"]))
    expected = by_hand(a, b, references, key, side)
    with patch.multiple(substitutes, MIN_PLACES=1, MIN_SHARE=0):
        found = lookup(a, b, references, key, side)
    named = [(kind, text) for kind, text in expected if kind]
    assert (found is None) == (not named)
    if found is not None:
        assert found.of == sum(expected.values())
        kinds = [
            kind for kind in ("joined", "split", "other case", "nothing") if kind in dict(named)
        ]
        if kinds:
            assert found.kind == kinds[0]
            assert found.count == sum(n for (k, _), n in expected.items() if k == kinds[0])
        else:
            assert (found.kind, found.count) == ("words", max(expected[place] for place in named))
            assert expected["words", found.text] == found.count


@pytest.mark.parametrize(
    ("before", "after", "key", "expected"),
    [
        ("Zeiten - mit", "Zeiten-mit", "-", ("joined", "", "Zeiten-mit")),
        ("I cannot go", "I can not go", "cannot", ("split", "", "can not")),
        ("The end", "the end", "The", ("other case", "", "the")),
        ("it 's so", "it ’s so", "'s", ("other form", "", "’s")),
        ("ich weiß daß", "ich weiß dass", "daß", ("words", "dass", "")),
        ("so very good", "so good", "very", ("nothing", "", "")),
        ("it is in Rome", "it is at Rome", "in", ("words", "at", "")),
        ("a b x y z", "c d e f g h x y z", "a b", None),  # more than four tokens
        ("sat in the house", "sat in all the house", "in the", ("words", "in all the", "")),
        # Tokens that are kept belong to what stands there.
        ("the members of it", "members of it", "the members", ("words", "members", "")),
        ("the members of it", "all members of it", "the members", ("words", "all members", "")),
        ("the members of it", "members of it", "the members of", ("words", "members of", "")),
        ("with my mother here", "with my mom here", "my mother", ("words", "my mom", "")),
        ("this and so on", "this and so forth", "and so on", ("words", "and so forth", "")),
        ("so ( Applaus ) .", "so (Beifall) .", "( Applaus )", ("words", "(Beifall)", "")),
        ("we saw the members of it", "we saw it", "the members of", ("nothing", "", "")),
        ("so you cannot go", "so you can not go", "you cannot", ("split", "", "can not")),
        ("in The end", "in the end", "The end", ("other case", "", "the end")),
        ("a b c d x", "a b e f d x", "a b c d", None),  # five tokens with those that are kept
    ],
)
def test_each_kind(before: str, after: str, key: str, expected) -> None:
    found = lookup([before] * 3, [after] * 3, [[before] * 3], key)
    if expected is None:
        assert found is None
    else:
        assert found == Substitute(*expected, 3, 3)
    # What B gains is looked up in A.
    assert lookup([after] * 3, [before] * 3, [[before] * 3], key, side=1) == found


def test_a_substitute_covers_half_of_the_places_and_three() -> None:
    for at, of, is_found in ((3, 6, True), (3, 7, False), (2, 2, False)):
        a = ["he is in Rome"] * of
        b = ["he is at Rome"] * at + [f"he is {word} Rome" for word in "pqrst"[: of - at]]
        assert (lookup(a, b, [a], "in") is not None) == is_found


def test_a_family_whose_key_is_seldom_lost_has_no_substitute() -> None:
    """B has another word beside "the" in 20 segments, and no "the" in a few others."""
    for without, is_found in ((9, False), (19, False), (20, True)):
        a = [f"to a{i} the b{i} of c{i} on d{i} at" for i in range(80)]
        b = [line.replace("b", "x") if i < 20 else line for i, line in enumerate(a)]
        b[20 : 20 + without] = [line.replace(" the", "") for line in b[20 : 20 + without]]
        comparison = Comparison.of(EvalSet({"a": a, "b": b}, [a]), CONFIG)
        families = find_families(comparison, evidence(comparison, comparison.ledger.per_match))
        the = families.rows[0]
        assert (the.text, the.wins_a) == ("the", 20 + without)
        assert (the.substitute is not None) == is_found


def test_of_many_segments_some_are_looked_up() -> None:
    a = [f"he is in Rome {random.Random(i).random()}" for i in range(500)]
    found = lookup(a, [line.replace(" in ", " at ") for line in a], [a], "in")
    assert found == Substitute("words", "at", "", 120, 120, is_sample=True)


@pytest.mark.parametrize("seed", range(10))
def test_members_are_those_of_a_count_by_hand_and_add_up_to_the_family(seed: int) -> None:
    comparison = damaged(seed, 60)
    table = evidence(comparison, comparison.ledger.per_match)
    families = find_families(comparison, table).rows
    found = family_members(table, families, comparison.ledger.per_match, 5)
    by_hand, taken = ByHand(comparison), set[Gram]()
    a, b = (matches(comparison, name) for name in "ab")
    sums = [sum(side, Counter()) for side in (a, b)]
    assert len(found) == len(families)
    for family, members in zip(families, found, strict=True):
        left = {" ".join(g): g for g in by_hand.members[family.text] if g not in taken}
        taken.update(left.values())
        wins = {
            text: (sum(x[g] > y[g] for x, y in zip(a, b, strict=True)),
                   sum(x[g] < y[g] for x, y in zip(a, b, strict=True)))
            for text, g in left.items()
        }  # fmt: skip
        for text, order, matches_a, matches_b, wins_a, wins_b, points in members.listed:
            gram = left.pop(text)
            assert (order, matches_a, matches_b) == (len(gram), *(side[gram] for side in sums))
            assert (wins_a, wins_b) == wins[text]
            assert points == pytest.approx(by_hand.points[gram])
        sizes = [abs(one.points) for one in members.listed]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) <= 5
        # Those that are left are smaller, or differ in fewer than two segments.
        twice = [text for text in left if sum(wins[text]) > 1]
        assert not twice or len(sizes) == 5
        assert all(abs(by_hand.points[left[t]]) <= min(sizes) + 1e-12 for t in twice)
        assert members.others == sum(sum(wins[text]) > 0 for text in left)
        assert members.differ_once == (not twice)
        assert members.other_points == pytest.approx(sum(by_hand.points[g] for g in left.values()))
        assert sum(one.points for one in members.listed) + members.other_points == pytest.approx(
            family.points
        )


def test_some_families_have_members() -> None:
    """The test above would pass on empty lists."""
    comparison = damaged(3, 60)
    table = evidence(comparison, comparison.ledger.per_match)
    families = find_families(comparison, table).rows
    found = family_members(table, families, comparison.ledger.per_match, 5)
    assert max(len(one.listed) for one in found) > 1
    assert max(one.others for one in found) > 1
