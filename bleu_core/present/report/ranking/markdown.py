"""A ranking as GitHub's Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.escaping import markdown as code
from bleu_core.common.numerals import counted
from bleu_core.present.account.ranking_tables import beside
from bleu_core.present.report.markdown import findings_told, in_tone, table
from bleu_core.present.report.ranking.content import Standings


def to_markdown(standings: Standings) -> str:
    """What it says, the table, the verdicts of the best pairs, the signature."""
    return "\n".join(_lines(standings)) + "\n"


def _lines(standings: Standings) -> Iterator[str]:
    yield from (f"### {standings.ranked.label}", "")
    yield from findings_told(standings.few_findings)
    if left := len(standings.findings_told) - len(standings.few_findings):
        yield from (f"And {counted(left, 'more notice')}.", "")
    yield from ("".join(map(in_tone, standings.headline)), "")
    yield from table(beside(standings.ranked, standings.made_of))
    for sentence in filter(None, [standings.smoothing_note, *standings.about_tests]):
        yield from ("", sentence)
    for one in standings.best:
        a, b = (code(name, 80) for name in one.account.names)
        verdict = "".join(map(in_tone, one.account.verdict.told))
        yield from ("", f"- {a} (A) and {b} (B): {verdict} {one.after_holm}".rstrip())
    yield ""
    for key, signature in standings.signatures.items():
        yield f"Signature of {standings.metrics[key].label}: {code(signature)}  "
    yield f"Digest: {code(standings.scored.evalset.digest)}"
