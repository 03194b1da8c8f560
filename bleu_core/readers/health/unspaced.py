"""Check for text without spaces under a tokenizer that splits at spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc

from bleu_core.common.arrow import mask
from bleu_core.messages import text as messages
from bleu_core.readers.health.findings import Finding, Stream, example_texts, severity_of
from bleu_core.text.config import BleuConfig

# The least share of a reference's lines; fewer may be names and quotations.
SHARE = 0.2


class Script(NamedTuple):
    """A script without spaces.

    `run` matches strings longer than words, which most lines of segmented text lack. `cut_by` has
    the tokenizers that split it, the best first.
    """

    name: str
    run: str
    cut_by: tuple[str, ...]


_SUBWORDS = ("flores200", "flores101", "spm")
# Kana distinguish Japanese from Chinese.
SCRIPTS = (
    Script(
        "Japanese",
        r"[\p{Han}\p{Hiragana}\p{Katakana}ー]{8,}",
        ("ja-mecab", "char", *_SUBWORDS),
    ),
    Script("Chinese", r"\p{Han}{8,}", ("zh", "char", *_SUBWORDS)),
    *(
        Script(name, rf"[\p{{{name}}}\pM]{{15,}}", ("char", *_SUBWORDS))
        for name in ("Thai", "Lao", "Khmer", "Myanmar")
    ),
)
_KANA = r"[\p{Hiragana}\p{Katakana}]"
# The least share of lines with kana in a Japanese text.
KANA_SHARE = 0.1


def check_unspaced(references: Sequence[Stream], config: BleuConfig) -> Iterator[Finding]:
    """Find references whose script the tokenizer does not split into words or characters."""
    for stream in references:
        texts = stream.texts
        size = max(len(texts) - texts.null_count, 1)
        kana = mask(pc.match_substring_regex(texts, _KANA)).sum() >= KANA_SHARE * size
        for script in SCRIPTS[0 if kana else 1 :]:
            hit = mask(pc.match_substring_regex(texts, script.run))
            lines = np.flatnonzero(hit)
            if config.tokenize in script.cut_by or len(lines) < SHARE * size:
                continue
            count, better = len(lines), script.cut_by[:2]
            yield Finding(
                "no spaces",
                severity_of(count, size, SHARE),
                messages.unspaced(count, size, stream.name, script.name, config.tokenize, better),
                count,
                lines,
                example_texts(texts, lines),
                stream.name,
                script.run,
            )
            break
