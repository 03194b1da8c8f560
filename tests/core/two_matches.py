"""One segment of two systems, as the page's scripts account for its n-grams."""

from typing import Any

from bleu_core.explain.matching import SegmentMatch


def both_clipping_tables(a: SegmentMatch, b: SegmentMatch) -> list[dict[str, Any]]:
    """A row for each n-gram of either output or of a reference, by order, then as they appear."""
    in_a, in_b = ({row.text: row for row in match.ngrams} for match in (a, b))
    own = [row for match in (a, b) for row in match.ngrams if row.in_hyp]
    found = {row.text: row for row in sorted([*own, *a.ngrams], key=lambda row: row.order)}
    rows = []
    for text, row in found.items():
        of_a, of_b = in_a.get(text), in_b.get(text)
        numbers = {
            f"{name}_{side}": getattr(own, field) if own else 0
            for name, field in (("in", "in_hyp"), ("credited", "credited"), ("clipped", "clipped"))
            for side, own in (("a", of_a), ("b", of_b))
        }
        difference = numbers["credited_a"] - numbers["credited_b"]
        outcome = "A" if difference > 0 else "B" if difference < 0 else ""
        if not outcome and row.limit:
            outcome = "shared" if numbers["credited_a"] else "missed"
        common = {name: getattr(row, name) for name in ("text", "order", "in_refs", "limit")}
        rows.append(common | numbers | {"outcome": outcome or "unreferenced"})
    return rows


def tally(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Numbers of distinct n-grams: with another credit, clipped, missed, all."""
    return {
        "differ": sum(row["credited_a"] != row["credited_b"] for row in rows),
        "clipped": sum(bool(row["clipped_a"] or row["clipped_b"]) for row in rows),
        "missed": sum(row["outcome"] == "missed" for row in rows),
        "all": len(rows),
    }
