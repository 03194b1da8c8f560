"""Texts that break tokenizers and readers, and small corpora of them, as hypothesis strategies."""

from hypothesis import strategies as st

WHITE_SPACE = [
    *" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0", "\u1680", "\u2002", "\u2009", "\u2028", "\u2029",
    "\u202f", "\u205f", "\u3000",
]  # fmt: skip
# Look like white space, or are nothing to see, and are no white space to str.split.
INVISIBLE = ["\ufeff", "\u200b", "\u200d", "\u2060", "\u180e", "\x00", "\x08", "\x7f", "\xad"]
NUMBERS = ["0", "7", "3.5", "1,000", "3...5", "3....5", "a..5", "a...5", "٣", "²", "Ⅷ", "1-2"]
MARKS = [*".,-'", "..", ".,", "...", "5-", "--", "'s", *'!"#$%&()*+/:;<=>?@[\\]^_`{|}~']
MARKS += [*"«»“”’–—…¿·€©÷"]
MARKUP = [
    "<skipped>", "<SKIPPED>", "<skip<skipped>ped>", "-\n", "-\r\n", "&quot;", "&amp;", "&lt;",
    "&gt;", "&amp;lt;", "&amp;amp;", "&amp;quot;", "&AMP;", "&lt", "&#39;", "&am", "p;",
]  # fmt: skip
LETTERS = [*"aZéΣςıßẞﬁǅا", "e\u0301", "\u0301", "ΑΣ", "İ", "न\u093f"]
CHINESE = [
    *"你好。，、・〇々㍿ｱＡ", "\u2001", "\u2a6d", "\u2f1a", "\u2f81", "\U00020000", "\U0002f800",
]  # fmt: skip
OTHERS = ["💩", "👩\u200d👩\u200d👧", "🇪🇸", "\u202e", "\ue000", "\uffff", "\U0010ffff"]
SURROGATES = ["\ud800", "\udc00", "\ud83d\ude00"]

PIECES = [*WHITE_SPACE, *INVISIBLE, *NUMBERS, *MARKS, *MARKUP, *LETTERS, *CHINESE, *OTHERS]


def texts(pieces: list[str], max_size: int = 20) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=max_size).map("".join)


# Any string of Python; `files` has those that a UTF-8 file and pyarrow can hold.
strings = st.one_of(
    texts(PIECES + SURROGATES),
    texts([*"0123.,- a"]),  # the runs that 13a takes two by two
    st.text(st.characters(exclude_categories=()), max_size=12),
)
files = st.one_of(texts(PIECES), st.text(max_size=12))

# Few words, so that n-grams repeat, match and are clipped up to order 9.
sentences = st.one_of(
    st.lists(st.sampled_from(["a", "b", "the", "The", "1.5", "cat."]), max_size=14).map(" ".join),
    st.lists(st.sampled_from("ab"), max_size=14).map(" ".join),
)


def corpora(
    text: st.SearchStrategy[str] = strings, max_segments: int = 6, max_references: int = 4
) -> st.SearchStrategy[tuple[list[str], list[list[str | None]]]]:
    """Hypotheses and streams of references; some are missing, never all of a segment."""
    line = st.one_of(sentences, text)

    @st.composite
    def corpus(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
        number = draw(st.integers(1, max_references))
        segments = []
        for _ in range(draw(st.integers(1, max_segments))):
            hypothesis = draw(line)
            reference = st.one_of(line, st.just(hypothesis), st.just(""))
            segment = [
                draw(reference if i == 0 else st.one_of(st.none(), reference))
                for i in range(number)
            ]
            segments.append((hypothesis, draw(st.permutations(segment))))
        hypotheses = [hypothesis for hypothesis, _ in segments]
        streams = [[refs[i] for _, refs in segments] for i in range(number)]
        return hypotheses, streams

    return corpus()
