"""BLEU, and what explains a difference of it, written out slowly and exactly: an oracle.

Tokenizers are sacreBLEU's. All else is counted with Counters and computed with fractions
and decimals of 50 digits, from the papers' formulas; of the package under test it
takes the settings alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache

from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig

getcontext().prec = 50

Tokens = Sequence[str]
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True)
class Counts:
    """Of a segment, or summed: tokens, reference length, matches and n-grams of each order."""

    c: int
    r: Fraction
    matches: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Factors:
    """What a BLEU above 0 is the product of, by order: weight, and the fraction as smoothed."""

    weights: tuple[Fraction, ...]
    fractions: tuple[tuple[Fraction, Fraction], ...]
    ln_bp: Fraction

    @property
    def logs(self) -> list[Decimal]:
        """ln p_n; 0 for an order that is left out."""
        pairs = zip(self.fractions, self.weights, strict=True)
        return [ln(m / t) if weight else Decimal(0) for (m, t), weight in pairs]

    @property
    def bleu(self) -> Decimal:
        """BP · exp(Σ w_n ln p_n), 0 to 100."""
        terms = (exact(w) * log for w, log in zip(self.weights, self.logs, strict=True))
        return 100 * (exact(self.ln_bp) + sum(terms)).exp()


@dataclass(frozen=True)
class Shares:
    """Points of a difference: of "p1" … and "bp"; of segments, None where that is not defined."""

    components: dict[str, Decimal]
    segments: list[Decimal] | None
    per_match: list[Decimal]


@cache
def tokenizer(name: str) -> BLEU:
    return BLEU(tokenize=name)


def tokens(line: str, config: BleuConfig) -> list[str]:
    text = (line.lower() if config.lowercase else line).rstrip()
    return tokenizer(config.tokenize).tokenizer(text).split()


def grams(words: Tokens, n: int) -> Grams:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def limits(references: Sequence[Tokens], n: int) -> Grams:
    """How often each n-gram is in the reference that has it most."""
    most: Grams = Counter()
    for words in references:
        most |= grams(words, n)
    return most


def count(output: Tokens, references: Sequence[Tokens], config: BleuConfig) -> Counts:
    """Papineni et al. (2002), sections 2.1 and 2.2.2, of one segment."""
    orders = range(1, config.max_ngram_order + 1)
    mine = [grams(output, n) for n in orders]
    clipped = [mine[n - 1] & limits(references, n) for n in orders]
    lengths, c = [len(words) for words in references], len(output)
    r = {
        "closest": Fraction(min(lengths, key=lambda length: (abs(length - c), length))),
        "shortest": Fraction(min(lengths)),
        "average": Fraction(sum(lengths), len(lengths)),
    }[config.reference_length]
    return Counts(c, r, tuple(g.total() for g in clipped), tuple(g.total() for g in mine))


def added(rows: Sequence[Counts]) -> Counts:
    return Counts(
        sum(row.c for row in rows),
        sum((row.r for row in rows), Fraction(0)),
        tuple(map(sum, zip(*(row.matches for row in rows), strict=True))),
        tuple(map(sum, zip(*(row.totals for row in rows), strict=True))),
    )


def factors(counts: Counts, config: BleuConfig) -> Factors | None:
    """None where BLEU is 0. Smoothing: Chen and Cherry (2014), methods 1 to 3, as sacreBLEU."""
    if not any(counts.matches):
        return None
    method = config.smooth_method
    value = Fraction(config.smooth_value if config.smooth_value is not None else
                     {"floor": 0.1, "add-k": 1}.get(method, 0))  # fmt: skip
    fractions, halved = [], 1
    for n, (m, t) in enumerate(zip(counts.matches, counts.totals, strict=True), 1):
        k = value if method == "add-k" and n > 1 else 0
        matched, total = Fraction(m + k), Fraction(t + k)
        if not total:
            if config.effective_order:
                break
            return None
        if not matched:
            if method == "none":
                return None
            halved *= 2
            matched = Fraction(1, halved) if method == "exp" else value
        fractions.append((matched, total))
    order = config.max_ngram_order
    weights = [Fraction(w) for w in config.weights or [Fraction(1, order)] * order]
    used = sum(weights[: len(fractions)])
    left_out = order - len(fractions)
    return Factors(
        (*(w / used for w in weights[: len(fractions)]), *[Fraction(0)] * left_out),
        (*fractions, *[(Fraction(1), Fraction(1))] * left_out),
        min(Fraction(0), 1 - counts.r / counts.c),
    )


def bleu(counts: Counts, config: BleuConfig) -> Decimal:
    found = factors(counts, config)
    return found.bleu if found else Decimal(0)


def shares(rows_a: Sequence[Counts], rows_b: Sequence[Counts], config: BleuConfig) -> Shares | None:
    """The log-mean Divisia decomposition (Ang 2004); None where a BLEU is 0.

    K = L(BLEU_A, BLEU_B). Where the effective order gives an order two weights, its counts have
    the mean of both. Order n has K·w_n·(ln p_n^B − ln p_n^A), brevity K·(b_B − b_A);
    segment i has K·[Σ w_n(Δm / L(M_A, M_B) − Δt / L(T_A, T_B)) + β(Δr / L(r_A, r_B) −
    Δc / L(c_A, c_B))], with β = (b_B − b_A) / (ln(r_B/c_B) − ln(r_A/c_A)).
    """
    sum_a, sum_b = added(rows_a), added(rows_b)
    a, b = factors(sum_a, config), factors(sum_b, config)
    if a is None or b is None:
        return None
    scale = log_mean(a.bleu, b.bleu)
    change = exact(b.ln_bp - a.ln_bp)
    terms = zip(a.weights, a.logs, b.weights, b.logs, strict=True)
    components = {
        f"p{n}": scale * (exact(v) * y - exact(w) * x) for n, (w, x, v, y) in enumerate(terms, 1)
    }
    components["bp"] = scale * change

    per_match, per_ngram = [], []
    for n, weights in enumerate(zip(a.weights, b.weights, strict=True)):
        (matched_a, total_a), (matched_b, total_b) = a.fractions[n], b.fractions[n]
        smoothed = config.smooth_method != "add-k" and not (sum_a.matches[n] and sum_b.matches[n])
        share = Decimal(0) if smoothed else scale * exact(sum(weights) / 2)
        per_match.append(share / log_mean(exact(matched_a), exact(matched_b)))
        per_ngram.append(share / log_mean(exact(total_a), exact(total_b)))
    if not (sum_a.r and sum_b.r):
        return Shares(components, None, per_match)
    ratios = sum_b.r / sum_b.c, sum_a.r / sum_a.c
    beta = scale * change / (ln(ratios[0]) - ln(ratios[1])) if ratios[0] != ratios[1] else 0
    per_r = beta / log_mean(exact(sum_a.r), exact(sum_b.r))
    per_c = beta / log_mean(Decimal(sum_a.c), Decimal(sum_b.c))
    segments = [
        sum(p * (y - x) for p, x, y in zip(per_match, old.matches, new.matches, strict=True))
        - sum(p * (y - x) for p, x, y in zip(per_ngram, old.totals, new.totals, strict=True))
        + per_r * exact(new.r - old.r)
        - per_c * (new.c - old.c)
        for old, new in zip(rows_a, rows_b, strict=True)
    ]
    return Shares(components, segments, per_match)


def log_mean(x: Decimal, y: Decimal) -> Decimal:
    return x if x == y else (x - y) / (x.ln() - y.ln())


def exact(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / number.denominator


def ln(number: Fraction) -> Decimal:
    return exact(number).ln()
