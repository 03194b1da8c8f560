"""The effect of each value of a setting, as a phrase for screens and sentences."""

from __future__ import annotations

TOKENIZERS = {
    "13a": "the standard for languages with spaces (WMT, mteval-v13a)",
    "intl": "splits at all Unicode punctuation and symbols",
    "char": "every character is a token",
    "zh": "Chinese characters one by one, the rest as 13a",
    "none": "splits at spaces only; for text that is tokenized already",
    "ja-mecab": "Japanese words (needs the extra “ja”)",
    "ko-mecab": "Korean words (needs the extra “ko”)",
    "spm": "SentencePiece, as flores101 (needs the extra “spm”)",
    "flores101": "SentencePiece for 101 languages (needs the extra “spm”)",
    "flores200": "SentencePiece for 200 languages (needs the extra “spm”)",
}
SMOOTHING = {
    "exp": "an order without a match counts 1/2, the next 1/4 … of one match",
    "floor": "an order without a match counts as a small fixed number of matches",
    "add-k": "k is added to matches and n-grams from order 2 on",
    "none": "an order without a match makes BLEU 0",
}
LENGTHS = {
    "closest": "the reference nearest in length (the paper, sacreBLEU)",
    "shortest": "the shortest reference (NIST before 2009)",
    "average": "the mean length of the references",
}
