"""Why two numbers differ: signatures are read, differences told, and the steps sum exactly.

Oracles: `corpus_bleu` under each setting, which is sacreBLEU's; NLTK's `corpus_bleu`. That the
settings of "multi-bleu" give the script's score was seen by running it on 2,445 segments.
"""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import replace

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import corpus_bleu as nltk_bleu
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu
from bleu_core.config import SMOOTHING
from bleu_core.health import examine_texts
from bleu_core.report.terminal import score_fields
from bleu_core.signature import signature
from bleu_core.why import (
    EXAMPLES,
    LONGEST,
    Explanation,
    Unreadable,
    detokenized,
    explain,
    read,
    steps,
    way,
)
from bleu_core.why.tools import TOOLS
from tests.core.nasty_texts import corpora, files

OLD = "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt14/full+tok.13a+version.1.4.14"
NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
OURS = signature(BleuConfig(tokenize="intl", lowercase=True, reference_length="shortest"), 2)
# The signatures and words of four questions that people come with.
PAIRS = {
    "sacreBLEU 1 and 2": (OLD, NEW.replace("13a", "intl")),
    "sacreBLEU 2 and ours": (NEW, OURS),
    "sacreBLEU 2 and multi-bleu": (NEW, "multi-bleu -lc"),
    "sacreBLEU 2 and NLTK": (NEW, "NLTK"),
}


def told(first: str, second: str) -> Explanation:
    return explain(read(first), read(second))


def fields(found: Explanation) -> dict[str, tuple[str, str]]:
    return {row.field: (row.first, row.second) for row in found.differences if row.field != "tool"}


def test_both_forms_the_short_ones_and_whole_lines_say_the_same() -> None:
    same = [
        OLD,
        "BLEU+c.mixed+#.1+s.exp+tok.13a+v.1.4.14 = 27.0 57.9/32.5/20.7/13.7 (BP = 1.000)",
        NEW,
        f"BLEU|{NEW} = 33.6 66.1/40.2/26.6/18.1 (BP = 1.000 ratio = 1.0 hyp_len = 9 ref_len = 9)",
        "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.0.0",
        '{\n "name": "BLEU",\n "score": 33.6,\n "signature": "' + NEW + '"}',
    ]
    for text in same:
        recipe = read(text)
        assert (recipe.metric, recipe.config, recipe.references) == ("BLEU", BleuConfig(), 1), text
        assert not recipe.remarks


@st.composite
def configs(draw: st.DrawFn) -> BleuConfig:
    order = draw(st.integers(1, 9))
    method = draw(st.sampled_from(["exp", "floor", "add-k", "none"]))
    takes = method in ("floor", "add-k")
    return BleuConfig(
        tokenize=draw(st.sampled_from(["13a", "intl", "zh", "char", "none"])),
        lowercase=draw(st.booleans()),
        smooth_method=method,
        smooth_value=draw(st.sampled_from([0.1, 1.0, 0.001, 2.5])) if takes else None,
        max_ngram_order=order,
        weights=(0.5, 0.3, 0.2) if order == 3 and draw(st.booleans()) else None,
        effective_order=draw(st.booleans()),
        reference_length=draw(st.sampled_from(["closest", "shortest", "average"])),
    )


@given(configs(), st.integers(1, 5))
def test_our_own_signature_is_read_back(config: BleuConfig, references: int) -> None:
    recipe = read(signature(config, references))
    if config.smooth_value == SMOOTHING[config.smooth_method]:
        config = replace(config, smooth_value=None)
    assert (recipe.config, recipe.references, recipe.remarks) == (config, references, ())
    assert recipe.by.startswith("BLEUscope ")


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"lowercase": True, "tokenize": "intl"},
        {"smooth_method": "floor", "smooth_value": 0.25, "effective_order": True},
        {"smooth_method": "add-k", "tokenize": "zh"},
        {"smooth_method": "none", "tokenize": "char"},
    ],
    ids=str,
)
def test_what_sacrebleu_prints_is_read(settings: dict[str, object], short: bool) -> None:
    metric = BLEU(**settings)  # type: ignore[arg-type]
    score = metric.corpus_score(["a b c d e"], [["a b c d f"], ["a b c d g"]])
    signature = metric.get_signature().format(short)
    for text in (signature, score.format(signature=signature)):
        recipe = read(text)
        assert recipe.config == BleuConfig(**settings)  # type: ignore[arg-type]
        assert (recipe.metric, recipe.references, recipe.remarks) == ("BLEU", 2, ())
        assert recipe.by == f"sacreBLEU {sacrebleu.__version__}"
    assert recipe.printed is not None
    assert (recipe.printed.sys_len, recipe.printed.ref_len) == (score.sys_len, score.ref_len)


def test_the_fields_of_four_real_pairs() -> None:
    found = {name: fields(told(*pair)) for name, pair in PAIRS.items()}
    assert found["sacreBLEU 1 and 2"] == {"tokenizer": ("13a", "intl")}
    assert found["sacreBLEU 2 and ours"] == {
        "number of references": ("1", "2"),
        "tokenizer": ("13a", "intl"),
        "case": ("mixed", "lc"),
        "reference length": ("closest", "shortest"),
    }
    assert found["sacreBLEU 2 and multi-bleu"] == {
        "tokenizer": ("13a", "none"),
        "case": ("mixed", "lc"),
        "smoothing": ("exp", "none"),
    }
    assert found["sacreBLEU 2 and NLTK"] == {
        "tokenizer": ("13a", "none"),
        "smoothing": ("exp", "none"),
        "count of segments too short for an order": ("none", "one n-gram each"),
    }


def test_what_is_alike_and_what_is_not_said_are_told() -> None:
    found = told(OLD, NEW)
    assert found.headline == "They differ in the tool."
    assert found.alike["tokenizer"] == "13a"
    left = " ".join(found.unsaid)
    assert "wmt14/full in the first and not said in the second" in left
    for word in ("which references", "tokenized", "averaged", "rounded", "0 to 1"):
        assert word in left


def test_changes_between_versions_are_told_where_they_matter() -> None:
    def changes(first: str, second: str) -> str:
        return told(first, second).differences[-1].sentence

    assert "floor" not in changes(OLD, NEW)
    floor = OLD.replace("smooth.exp", "smooth.floor"), NEW.replace("exp", "floor[0.10]")
    assert "1.5.0 changed the default value of floor" in changes(*floor)
    # The floor of then was 0, which is no smoothing.
    assert fields(told(*floor))["smoothing"] == ("none", "floor 0.1")
    assert "package regex" in changes(OLD.replace("13a", "intl"), NEW.replace("13a", "intl"))
    assert "No change" in changes(NEW, NEW.replace("2.0.0", "2.3.1"))


def test_the_tokenizer_that_was_chosen_by_the_language_is_told() -> None:
    chinese = OLD.replace("en-de", "en-zh")
    assert read(chinese.replace("+tok.13a", "")).config == BleuConfig(tokenize="zh")
    old = chinese.replace("+tok.13a", "").replace("1.4.14", "1.2.19")
    assert read(old).config == BleuConfig()
    (row, *_) = told(chinese.replace("13a", "zh"), NEW).differences
    assert "chooses zh by itself" in row.sentence


def test_what_score_prints_as_json_is_read() -> None:
    score = corpus_bleu(["a b c d e"], [["a b c d f"]])
    recipe = read(json.dumps(score_fields(score)))
    assert (recipe.config, recipe.references) == (BleuConfig(), 1)
    assert recipe.printed is not None
    assert (float(recipe.printed.score), recipe.printed.ref_len) == (score.score, score.ref_len)


def test_other_metrics_are_told_by_their_fields_and_kept_apart() -> None:
    chrf = "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.0.0"
    two = told(chrf, NEW.replace("mixed", "lc"))
    assert "two metrics, chrF2 and BLEU" in two.headline
    assert fields(two) == {"field case": ("mixed", "lc"), "field eff": ("yes", "no")}
    assert two.unsaid
    assert fields(told(chrf, chrf.replace("nw:0", "nw:2"))) == {"field nw": ("0", "2")}
    assert read(chrf.removeprefix("chrF2|")).metric == "chrF"
    assert read("nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|version:2.0.0").metric == "TER"
    old = "chrF2+numchars.6+space.false+version.1.4.14 = 0.56"
    assert fields(told(chrf, old)) == {"scale": ("0-100", "0-1")}


def test_lengths_of_printed_lines_tell_exchanged_and_other_texts() -> None:
    line = "{} = {} 1/1/1/1 (BP = 1.000 ratio = 1.0 hyp_len = {} ref_len = {})"
    # From a question that was asked of sacreBLEU: output and reference had been exchanged.
    sentences = told(line.format(OLD, 34.3, 9552, 9358), line.format(NEW, 34.5, 9358, 9552)).unsaid
    assert "exchanged" in " ".join(sentences)
    sentences = told(line.format(OLD, 34.3, 100, 90), line.format(NEW, 34.5, 100, 91)).unsaid
    assert "The references have 90 tokens and 91 tokens" in " ".join(sentences)
    other = NEW.replace("13a", "char")
    sentences = told(line.format(OLD, 34.3, 100, 90), line.format(other, 34.5, 99, 91)).unsaid
    assert "printed scores are 34.3 and 34.5" in " ".join(sentences)
    assert "tokens under" not in " ".join(sentences)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "nothing to read"),
        (" \n", "nothing to read"),
        ("hello", "'hello' is no signature"),
        ("mteval", "several versions"),
        ("multi-bleu -x", "'-x' cannot be read"),
        ("NLTK -lc", "takes no option"),
        ("BLEU = 34.52, 59.4/36.6/29.2/24.3 (BP=0.979)", "a score and no signature"),
        ("NIST score = 7.12  BLEU score = 0.25 for system", "a score and no signature"),
        ("{", "begins as JSON"),
        ("[" * 1999, "begins as JSON"),
        ("[{}, {}]", "2 scores"),
        ('{"signature": 3}', "no field “signature”"),
        ("x" * (LONGEST + 1), "at most"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_is_wrong(text: str, part: str) -> None:
    with pytest.raises(Unreadable) as error:
        read(text)
    assert part in str(error.value)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (("13a", "klingon"), "'klingon' is not known"),
        (("mixed", "upper"), "case is 'upper'"),
        (("exp", "magic"), "'magic', which is no smoothing"),
        (("exp", "exp[0.1]"), "takes no smooth_value"),
        (("eff:no", "eff:maybe"), "eff is 'maybe'"),
        (("eff:no", "order:x"), "order is 'x'"),
        (("eff:no", "order:99"), "max_ngram_order is 99"),
        (("eff:no", "weights:a,b"), "'a', which is no number"),
        (("eff:no", "reflen:longest"), "reference_length is 'longest'"),
        (("nrefs:1", "nrefs:many"), "nrefs is 'many'"),
        (("nrefs:1", "nrefs:1|colour:red"), "'colour'"),
        (("nrefs:1", "nrefs:1|nonsense"), "'nonsense' is no field"),
        (("nrefs:1", "nrefs:1|tok:zh"), "tok is said twice"),
        (("|tok:13a", ""), "tok is not said; taken as sacreBLEU's default, 13a"),
        (("|version:2.0.0", ""), "The version is not said"),
        (("2.0.0", "2.0.0 = high"), "'high' after “=” is no score"),
    ],
)
def test_each_field_that_is_not_understood_is_told(change: tuple[str, str], part: str) -> None:
    recipe = read(NEW.replace(*change))
    assert part in " ".join(recipe.remarks)
    assert explain(recipe, read(NEW)).headline.endswith(".")


PIECES = st.sampled_from(
    ["BLEU", "chrF2", "TER", "|", "+", ":", ".", " = ", "nrefs:1", "case.lc", "tok:13a", "smooth:",
     "floor[0.1]", "version:1.4.14", "order:", "weights:0.5,", "NLTK", "multi-bleu", " -lc", "{",
     '"signature"', "hyp_len = 9", "#", "1e999", "nan", "\x00", "\u202e", "٣"]
)  # fmt: skip


@settings(max_examples=300)
@given(
    st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join)),
    st.one_of(st.sampled_from([OLD, *EXAMPLES]), st.lists(PIECES, max_size=12).map("|".join)),
)
def test_whatever_is_given_there_is_a_sentence(first: str, second: str) -> None:
    try:
        found = told(first, second)
    except Unreadable as error:
        sentences = error.problems
    else:
        sentences = [found.headline, *(row.sentence for row in found.differences)]
        sentences += [*found.unsaid, *found.remarks]
    assert sentences
    assert all(len(sentence) > 10 for sentence in sentences)


def test_the_settings_of_nltk_give_its_score() -> None:
    hypotheses = ["the cat sat on the mat today", "a dog ran", "", "it is a guide to action"]
    references = [
        ["the cat sat on a mat", "the dog ran", "nothing", "it is a guide to the action"],
        ["a cat sat on the mat today", "a dog", "no", "guide to action"],
    ]
    streams = [*zip(*references, strict=True)]
    expected = nltk_bleu([[r.split() for r in refs] for refs in streams],
                         [h.split() for h in hypotheses])  # fmt: skip
    found = way(read(NEW.replace("nrefs:1", "nrefs:2")), read("NLTK"),
                EvalSet({"a": hypotheses}, references), ["a"])  # fmt: skip
    assert found.second[0] == pytest.approx(100 * expected, rel=1e-12)
    assert found.stages[-1].field == steps.SHORT
    assert found.steps[-1].points[0] < 0


@settings(max_examples=60)
@given(corpora(files, max_references=3))
def test_nltk_on_any_text(corpus: tuple[list[str], list[list[str | None]]]) -> None:
    hypotheses, references = corpus
    each = [[r.split() for r in refs if r is not None] for refs in zip(*references, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = nltk_bleu(each, [h.split() for h in hypotheses])
    found = way(read("NLTK"), read("NLTK"), EvalSet({"a": hypotheses}, references), ["a"])
    # Where an order has no match it gives next to nothing instead of 0.
    assert found.second[0] == pytest.approx(100 * expected, rel=1e-9, abs=1e-60)


@pytest.fixture(scope="module")
def data() -> EvalSet:
    """Two systems and two references, with case, punctuation and lengths that tell settings."""
    base = [f"The Cat {i} sat on the mat, until it slept (at {i % 7} o'clock)." for i in range(60)]
    a = [line.replace("Cat", "cat").replace("until", "till") for line in base]
    b = [line.replace("sat on", "was at").replace("mat,", "mat ,") for line in base]
    other = [line.replace("The Cat", "A big old cat").replace(" (at", ", at") for line in base]
    return EvalSet({"a": a, "b": b}, [base, other])


@pytest.mark.parametrize("name", PAIRS)
def test_steps_sum_to_the_difference_and_each_is_scored_anew(name: str, data: EvalSet) -> None:
    first, second = map(read, PAIRS[name])
    found = way(first, second, data, ["a", "b"], Comparison.of(data))
    assert len(found.steps) >= 1
    assert found.stages[0].setup.config == first.config
    assert found.stages[-1].setup.config == second.config
    for stage in found.stages:
        references = data.references[: stage.setup.references]
        for output, score in zip(data.systems.values(), stage.scores, strict=True):
            if not stage.setup.counts_short:
                assert score == corpus_bleu(output, references, stage.setup.config).score
    for i in range(2):
        # Differences of floats are rounded, so that they sum to the last digits alone.
        total = math.fsum(step.points[i] for step in found.steps)
        assert total == pytest.approx(found.second[i] - found.first[i], abs=1e-11)
    deltas = math.fsum(step.delta for step in found.steps)
    assert deltas == pytest.approx(found.change[1] - found.change[0], abs=1e-11)


@settings(max_examples=40)
@given(configs(), configs(), corpora(files, max_segments=4))
def test_steps_between_any_settings(
    first: BleuConfig, second: BleuConfig, corpus: tuple[list[str], list[list[str | None]]]
) -> None:
    hypotheses, references = corpus
    evalset = EvalSet({"a": hypotheses}, references)
    ends = [replace(read(NEW), config=config, references=-1) for config in (first, second)]
    found = way(*ends, evalset, ["a"])
    scores = [corpus_bleu(hypotheses, references, config).score for config in (first, second)]
    assert [found.first[0], found.second[0]] == scores
    assert len({step.field for step in found.steps}) == len(found.steps)


def test_what_needs_no_text_reads_none(data: EvalSet, monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = Comparison.of(data)
    counted = []
    count = steps.statistics_of
    monkeypatch.setattr(steps, "statistics_of", lambda *a: counted.append(a) or count(*a))
    low = replace(comparison.config, smooth_method="add-k", max_ngram_order=2)
    way(
        read(signature(comparison.config, 2)), read(signature(low, 2)), data, ["a", "b"], comparison
    )
    assert not counted
    way(read(signature(comparison.config, 2)), read("multi-bleu"), data, ["a", "b"], comparison)
    assert len(counted) == 1
    # With one reference the rule of lengths needs no count of its own.
    way(read(NEW), read(NEW.replace("|version", "|reflen:shortest|version")), data, ["a", "b"])
    assert len(counted) == 2


def test_references_that_are_not_there_or_not_said(data: EvalSet) -> None:
    three = NEW.replace("nrefs:1", "nrefs:3")
    found = way(read(NEW), read(three), data, ["a"])
    assert "3 references are said, and this test set has 2" in " ".join(found.remarks)
    assert "Of 2 references the first 1 is taken" in " ".join(found.remarks)
    assert [stage.setup.references for stage in found.stages] == [1, 2]
    found = way(read("NLTK"), read("multi-bleu"), data, ["a"])
    assert found.stages[0].setup.references == 2
    patchy = EvalSet({"a": ["x y", "z"]}, [["x y", None], ["x", "z"]])
    found = way(read(NEW), read(NEW), patchy, ["a"])
    assert "lack the first references" in " ".join(found.remarks)


def test_no_model_is_fetched_for_a_text_that_was_pasted(data: EvalSet) -> None:
    with pytest.raises(Unreadable, match="a model that may have to be fetched"):
        way(read(NEW), read(NEW.replace("13a", "flores200")), data, ["a"])
    with pytest.raises(Unreadable, match="only BLEU"):
        way(read("chrF2|nrefs:1|nc:6|version:2.0.0"), read(NEW), data, ["a"])
    with pytest.raises(Unreadable, match="not known"):
        way(read(NEW.replace("13a", "klingon")), read(NEW), data, ["a"])


def test_tokenized_input_gets_an_estimate_of_what_detokenizing_does() -> None:
    plain = [f"It isn't the cat ({i}), which sat on a well-known mat." for i in range(40)]
    cut = [
        line.replace("isn't", "isn &apos;t").replace("(", "( ").replace(")", " )")
        .replace(",", " ,").replace("-", " @-@ ")[:-1] + " ."
        for line in plain
    ]  # fmt: skip
    tokenized = EvalSet({"a": cut, "b": plain}, [plain])
    findings = examine_texts(tokenized)
    found = detokenized(read(NEW), read("multi-bleu"), tokenized, ["a", "b"], findings)
    assert found is not None
    assert [finding.stream for finding in found.findings] == ["system 'a'"]
    assert found.changed == 40
    assert found.way.first == pytest.approx((100, 100))
    given = way(read(NEW), read("multi-bleu"), tokenized, ["a", "b"])
    assert given.first[0] < 90
    assert given.first[1] == pytest.approx(100)
    assert detokenized(read(NEW), read(NEW), tokenized, ["b"], findings) is None


def test_every_tool_that_is_offered_is_known() -> None:
    assert {read(example).by for example in EXAMPLES}
    assert {example.lower().split()[0] for example in EXAMPLES} == TOOLS.keys()
