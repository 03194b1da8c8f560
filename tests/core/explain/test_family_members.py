"""The n-grams of families, against a slow count by hand."""

from collections import Counter

import pytest

from bleu_core.explain.family_members import family_members
from bleu_core.explain.ngram_families import find_families
from bleu_core.explain.ngrams import evidence

from .test_ngram_families import ByHand, Gram, damaged, matches


@pytest.mark.parametrize("seed", range(10))
def test_members_are_those_of_a_count_by_hand_and_add_up_to_the_family(seed: int) -> None:
    comparison = damaged(seed, 50)
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
    comparison = damaged(3, 50)
    table = evidence(comparison, comparison.ledger.per_match)
    families = find_families(comparison, table).rows
    found = family_members(table, families, comparison.ledger.per_match, 5)
    assert max(len(one.listed) for one in found) > 1
    assert max(one.others for one in found) > 1
