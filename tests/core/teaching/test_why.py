"""Why two numbers differ: signatures are read, differences told, and the steps sum exactly.

Oracles: `corpus_bleu` under each setting, which is sacreBLEU's; NLTK's `corpus_bleu`. That the
settings of "multi-bleu" give the script's score was seen by running it on 2,445 segments.
"""

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
from bleu_core.messages import codes
from bleu_core.metrics.signature import signature
from bleu_core.present.report.json_report import score_fields
from bleu_core.readers.input_checks import examine_texts
from bleu_core.teaching.why import (
    EXAMPLES,
    LONGEST_RECIPE,
    Explanation,
    UnreadableRecipe,
    estimate_detokenized,
    explain,
    read_recipe,
    score_steps,
    steps,
)
from bleu_core.teaching.why.recipe import TOOLS
from bleu_core.text.config import SMOOTHING
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.effort import examples

OLD = "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt14/full+tok.13a+version.1.4.14"
NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
OURS = signature(BleuConfig(tokenize="intl", lowercase=True, reference_length="shortest"), 2)
# The signatures and words of four questions that people come with.
PAIRS = {
    "sacreBLEU 1 and 2": (OLD, NEW.replace("13a", "intl")), "sacreBLEU 2 and ours": (NEW, OURS),
    "sacreBLEU 2 and multi-bleu": (NEW, "multi-bleu -lc"), "sacreBLEU 2 and NLTK": (NEW, "NLTK"),
}  # fmt: skip


def told(first: str, second: str) -> Explanation:
    return explain(read_recipe(first), read_recipe(second))


def fields(found: Explanation) -> dict[str, tuple[str, str]]:
    return {row.field: (row.first, row.second) for row in found.differences if row.field != "tool"}


def test_all_forms_of_a_signature_and_whole_lines_say_the_same() -> None:
    for text in (
        OLD, "BLEU+c.mixed+#.1+s.exp+tok.13a+v.1.4.14 = 27.0 57.9/32.5/20.7/13.7 (BP = 1.000)", NEW,
        f"BLEU|{NEW} = 33.6 66.1/40.2/26.6/18.1 (BP = 1.000 ratio = 1.0 hyp_len = 9 ref_len = 9)",
        "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.0.0",
        '{\n "name": "BLEU",\n "score": 33.6,\n "signature": "' + NEW + '"}',
    ):  # fmt: skip
        recipe = read_recipe(text)
        assert (recipe.metric, recipe.config, recipe.references) == ("BLEU", BleuConfig(), 1), text
        assert not recipe.remarks
    # What `score` prints as JSON.
    score = corpus_bleu(["a b c d e"], [["a b c d f"]])
    recipe = read_recipe(json.dumps(score_fields(score)))
    assert (recipe.config, recipe.references) == (BleuConfig(), 1)
    assert float(recipe.printed.score) == score.score
    assert recipe.printed.ref_len == score.ref_len


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
    recipe = read_recipe(signature(config, references))
    if config.smooth_value == SMOOTHING[config.smooth_method]:
        config = replace(config, smooth_value=None)
    assert (recipe.config, recipe.references, recipe.remarks) == (config, references, ())
    assert recipe.by.startswith("BLEUscope ")


def test_what_sacrebleu_prints_is_read() -> None:
    for given_settings in (
        {}, {"lowercase": True, "tokenize": "intl"},
        {"smooth_method": "floor", "smooth_value": 0.25, "effective_order": True},
        {"smooth_method": "add-k", "tokenize": "zh"}, {"smooth_method": "none", "tokenize": "char"},
    ):  # fmt: skip
        metric = BLEU(**given_settings)
        score = metric.corpus_score(["a b c d e"], [["a b c d f"], ["a b c d g"]])
        for printed in map(metric.get_signature().format, (False, True)):
            for text in (printed, score.format(signature=printed)):
                recipe = read_recipe(text)
                assert recipe.config == BleuConfig(**given_settings)
                assert (recipe.metric, recipe.references, recipe.remarks) == ("BLEU", 2, ())
                assert recipe.by == f"sacreBLEU {sacrebleu.__version__}"
            lengths = recipe.printed.sys_len, recipe.printed.ref_len
            assert lengths == (score.sys_len, score.ref_len)


def test_the_fields_of_four_real_pairs() -> None:
    tokenizer, case = {"tokenizer": ("13a", "intl")}, {"case": ("mixed", "lc")}
    split, bare = {"tokenizer": ("13a", "none")}, {"smoothing": ("exp", "none")}
    ours = {"number of references": ("1", "2"), "reference length": ("closest", "shortest")}
    short = {"count of segments too short for an order": ("none", "one n-gram each")}
    assert {name: fields(told(*pair)) for name, pair in PAIRS.items()} == {
        "sacreBLEU 1 and 2": tokenizer,
        "sacreBLEU 2 and ours": tokenizer | case | ours,
        "sacreBLEU 2 and multi-bleu": split | case | bare,
        "sacreBLEU 2 and NLTK": split | bare | short,
    }


UNSAID = [f"why.{one}_unsaid" for one in ("references", "preparation", "averaging", "rounding")]


def test_what_is_alike_and_what_is_not_said_are_told() -> None:
    found = told(OLD, NEW)
    assert (found.headline.code, found.headline.values) == ("why.differ_in", {"fields": ["tool"]})
    assert found.alike["tokenizer"] == "13a"
    assert codes(found.unsaid) == ["why.difference"] * 2 + UNSAID
    sets, pair = ([*one.values.values()][:3] for one in found.unsaid[:2])
    assert sets == ["test set", "wmt14/full", "not given"]
    assert pair[0] == "language pair"
    assert found.unsaid[2].values == {"test_sets": ["wmt14/full"]}
    assert told(NEW, NEW).headline.code == "why.no_difference"


def test_changes_between_versions_are_told_where_they_matter() -> None:
    def changes(first: str, second: str) -> str:
        return told(first, second).differences[-1].sentence.values["effect"]

    assert "floor" not in changes(OLD, NEW)
    floor = OLD.replace("smooth.exp", "smooth.floor"), NEW.replace("exp", "floor[0.10]")
    assert "1.5.0" in changes(*floor)
    # The floor of then was 0, which is no smoothing.
    assert fields(told(*floor))["smoothing"] == ("none", "floor 0.1")
    assert codes(read_recipe(floor[0]).remarks) == ["why.floor_of_then"]
    assert "regex" in changes(OLD.replace("13a", "intl"), NEW.replace("13a", "intl"))
    assert "2.0.0" not in changes(NEW, NEW.replace("2.0.0", "2.3.1"))
    chinese = OLD.replace("en-de", "en-zh")
    assert read_recipe(chinese.replace("+tok.13a", "")).config == BleuConfig(tokenize="zh")
    old = chinese.replace("+tok.13a", "").replace("1.4.14", "1.2.19")
    assert read_recipe(old).config == BleuConfig()
    (one, *_), (other, *_) = (
        told(text.replace("13a", "zh"), NEW).differences for text in (chinese, OLD)
    )
    assert one.sentence.values["effect"] != other.sentence.values["effect"]


def test_other_metrics_are_told_by_their_fields_and_kept_apart() -> None:
    chrf = "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.0.0"
    two = told(chrf, NEW.replace("mixed", "lc"))
    assert two.headline.code == "why.two_metrics"
    assert two.headline.values == {"first": "chrF2", "second": "BLEU"}
    assert fields(two) == {"field case": ("mixed", "lc"), "field eff": ("yes", "no")}
    assert two.unsaid
    assert fields(told(chrf, chrf.replace("nw:0", "nw:2"))) == {"field nw": ("0", "2")}
    assert read_recipe(chrf.removeprefix("chrF2|")).metric == "chrF"
    assert read_recipe("nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|version:2.0.0").metric == "TER"
    old = "chrF2+numchars.6+space.false+version.1.4.14 = 0.56"
    assert fields(told(chrf, old)) == {"scale": ("0-100", "0-1")}


def test_lengths_of_printed_lines_tell_exchanged_and_other_texts() -> None:
    line = "{} = {} 1/1/1/1 (BP = 1.000 ratio = 1.0 hyp_len = {} ref_len = {})"
    for second, lengths, expected in (
        # From a question that was asked of sacreBLEU: output and reference had been exchanged.
        (NEW, (9552, 9358, 9358, 9552), ["lengths_exchanged"]),
        (NEW, (100, 90, 100, 91), ["other_references"]),
        (NEW, (100, 90, 99, 90), ["other_outputs"]),
        (NEW.replace("13a", "char"), (100, 90, 99, 91), []),
    ):
        a, b, c, d = lengths
        found = told(line.format(OLD, 34.3, a, b), line.format(second, 34.5, c, d)).unsaid
        told_by = [one for one in codes(found) if one not in ("why.difference", *UNSAID)]
        assert told_by == ["why.printed_scores", *(f"why.{one}" for one in expected)]
        assert found[0].values == {"first": "34.3", "second": "34.5"}


def test_every_tool_that_is_offered_is_known_and_what_cannot_be_read_is_told() -> None:
    for text, code in {
        "": "nothing_given", " \n": "nothing_given", "hello": "no_signature",
        "mteval": "version_of_mteval", "multi-bleu -x": "unknown_options",
        "NLTK -lc": "unknown_options", "x" * (LONGEST_RECIPE + 1): "too_long",
        "BLEU = 34.52, 59.4/36.6/29.2/24.3 (BP=0.979)": "score_alone",
        "NIST score = 7.12  BLEU score = 0.25 for system": "score_alone",
        "{": "no_json", "[" * 1999: "no_json", "[{}, {}]": "several_scores",
        '{"signature": 3}': "json_without_signature",
    }.items():  # fmt: skip
        with refused(f"why.{code}", error=UnreadableRecipe):
            read_recipe(text)
    assert {read_recipe(example).by for example in EXAMPLES}
    assert {example.lower().split()[0] for example in EXAMPLES} == TOOLS.keys()


def test_each_field_that_is_not_understood_is_told() -> None:
    for old, new, code in (
        ("13a", "klingon", "why.unknown_tokenizer"), ("mixed", "upper", "why.unknown_value"),
        ("exp", "magic", "why.unknown_smoothing"), ("exp", "exp[0.1]", "settings.no_smooth_value"),
        ("exp", "floor[1e]", "why.no_number"), ("exp", "floor", "why.value_not_given"),
        ("exp", "add-n[1]", "why.add_k_of_then"),
        ("eff:no", "eff:maybe", "why.unknown_value"), ("eff:no", "order:x", "why.no_number"),
        ("eff:no", "order:99", "settings.not_whole"), ("eff:no", "weights:a,b", "why.no_number"),
        ("eff:no", "reflen:longest", "settings.unknown_choice"),
        ("nrefs:1", "nrefs:many", "why.no_number_of_references"),
        ("nrefs:1", "nrefs:1|colour:red", "why.unknown_field"),
        ("nrefs:1", "nrefs:1|nonsense", "why.no_field"), ("|tok", "|tok:zh|tok", "why.field_twice"),
        ("|tok:13a", "", "why.field_not_given"), ("2.0.0", "2.0.0 = high", "why.no_score"),
        ("|version:2.0.0", "", "why.version_not_given"),
    ):  # fmt: skip
        recipe = read_recipe(NEW.replace(old, new))
        found = codes(recipe.remarks)
        assert code in found, new
        assert ("why.cannot_be_counted" in found) == (recipe.config is None)
        both = explain(recipe, read_recipe(NEW)).remarks
        assert [(one.code, one.values["remark"]) for one in both] == [
            ("why.first", remark) for remark in recipe.remarks
        ]
    assert read_recipe(NEW.replace("|tok", "|tok:zh|tok")).config == BleuConfig(tokenize="zh")


PIECES = st.sampled_from(
    ["BLEU", "chrF2", "TER", "|", "+", ":", ".", " = ", "nrefs:1", "case.lc", "tok:13a", "smooth:",
     "floor[0.1]", "version:1.4.14", "order:", "weights:0.5,", "NLTK", "multi-bleu", " -lc", "{",
     '"signature"', "hyp_len = 9", "#", "1e999", "nan", "\x00", "\u202e", "٣"]
)  # fmt: skip


@settings(max_examples=examples(300))
@given(
    st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join)),
    st.one_of(st.sampled_from([OLD, *EXAMPLES]), st.lists(PIECES, max_size=12).map("|".join)),
)
def test_whatever_is_given_there_is_a_sentence(first: str, second: str) -> None:
    try:
        found = told(first, second)
    except UnreadableRecipe as error:
        sentences = error.problems
    else:
        sentences = [found.headline, *(row.sentence for row in found.differences)]
        sentences += [*found.unsaid, *found.remarks]
    assert sentences
    assert all(len(sentence) > 10 for sentence in sentences)


def test_the_settings_of_nltk_give_its_score() -> None:
    outputs = ["the cat sat on the mat today", "a dog ran", "", "it is a guide to action"]
    references = [
        ["the cat sat on a mat", "the dog ran", "nothing", "it is a guide to the action"],
        ["a cat sat on the mat today", "a dog", "no", "guide to action"],
    ]
    data = EvalSet({"a": outputs}, references)
    found = score_steps(
        read_recipe(NEW.replace("nrefs:1", "nrefs:2")), read_recipe("NLTK"), data, ["a"]
    )
    assert found.second[0] == pytest.approx(nltk(outputs, references), rel=1e-12)
    assert found.stages[-1].field == steps.SHORT
    assert found.steps[-1].points[0] < 0


def nltk(outputs: list[str], references: list[list[str | None]]) -> float:
    each = [[r.split() for r in refs if r is not None] for refs in zip(*references, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return 100 * nltk_bleu(each, [line.split() for line in outputs])


@given(corpora(files, max_references=3))
def test_nltk_on_any_text(corpus: tuple[list[str], list[list[str | None]]]) -> None:
    found = score_steps(
        read_recipe("NLTK"), read_recipe("NLTK"), EvalSet({"a": corpus[0]}, corpus[1]), ["a"]
    )
    # Where an order has no match it gives next to nothing instead of 0.
    assert found.second[0] == pytest.approx(nltk(*corpus), rel=1e-9, abs=1e-60)


@pytest.fixture(scope="module")
def data() -> EvalSet:
    """Two systems and two references, with case, punctuation and lengths that tell settings."""
    base = [f"The Cat {i} sat on the mat, until it slept (at {i % 7} o'clock)." for i in range(60)]
    a = [line.replace("Cat", "cat").replace("until", "till") for line in base]
    b = [line.replace("sat on", "was at").replace("mat,", "mat ,") for line in base]
    other = [line.replace("The Cat", "A big old cat").replace(" (at", ", at") for line in base]
    return EvalSet({"a": a, "b": b}, [base, other])


def test_steps_sum_to_the_difference_and_each_is_scored_anew(data: EvalSet) -> None:
    comparison = Comparison.of(data)
    for first, second in (map(read_recipe, pair) for pair in PAIRS.values()):
        found = score_steps(first, second, data, ["a", "b"], comparison)
        ends = found.stages[0].setup.config, found.stages[-1].setup.config
        assert ends == (first.config, second.config)
        for stage in found.stages:
            references = data.references[: stage.setup.references]
            for output, score in zip(data.systems.values(), stage.scores, strict=True):
                if not stage.setup.counts_short:
                    assert score == corpus_bleu(output, references, stage.setup.config).score
        # Differences of floats are rounded, so that they sum to the last digits alone.
        for i in range(2):
            total = math.fsum(step.points[i] for step in found.steps)
            assert total == pytest.approx(found.second[i] - found.first[i], abs=1e-11)
        deltas = math.fsum(step.delta for step in found.steps)
        assert deltas == pytest.approx(found.change[1] - found.change[0], abs=1e-11)


@given(configs(), configs(), corpora(files, max_segments=4))
def test_steps_between_any_settings(first, second, corpus) -> None:
    hypotheses, references = corpus
    evalset = EvalSet({"a": hypotheses}, references)
    ends = [replace(read_recipe(NEW), config=config, references=-1) for config in (first, second)]
    found = score_steps(*ends, evalset, ["a"])
    scores = [corpus_bleu(hypotheses, references, config).score for config in (first, second)]
    assert [found.first[0], found.second[0]] == scores
    assert len({step.field for step in found.steps}) == len(found.steps)


def test_what_needs_no_text_reads_none(data: EvalSet, monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = Comparison.of(data)
    counted, count = [], steps.statistics_of
    monkeypatch.setattr(steps, "statistics_of", lambda *a: counted.append(a) or count(*a))
    own = read_recipe(signature(comparison.config, 2))
    low = replace(comparison.config, smooth_method="add-k", max_ngram_order=2)
    score_steps(own, read_recipe(signature(low, 2)), data, ["a", "b"], comparison)
    assert not counted
    score_steps(own, read_recipe("multi-bleu"), data, ["a", "b"], comparison)
    assert len(counted) == 1
    # With one reference the rule of lengths needs no count of its own.
    score_steps(
        read_recipe(NEW),
        read_recipe(NEW.replace("|version", "|reflen:shortest|version")),
        data,
        ["a", "b"],
    )
    assert len(counted) == 2


def test_references_and_models_that_are_not_there_are_told(data: EvalSet) -> None:
    found = score_steps(
        read_recipe(NEW), read_recipe(NEW.replace("nrefs:1", "nrefs:3")), data, ["a"]
    )
    assert [(one.code, [*one.values.values()]) for one in found.remarks] == [
        ("why.first_references", [2, 1]), ("why.fewer_references", [3, 2])
    ]  # fmt: skip
    assert [stage.setup.references for stage in found.stages] == [1, 2]
    found = score_steps(read_recipe("NLTK"), read_recipe("multi-bleu"), data, ["a"])
    assert found.stages[0].setup.references == 2
    patchy = EvalSet({"a": ["x y", "z"]}, [["x y", None], ["x", "z"]])
    found = score_steps(read_recipe(NEW), read_recipe(NEW), patchy, ["a"])
    assert codes(found.remarks) == ["why.patchy_references"]
    for first, second, expected in (
        (NEW, NEW.replace("13a", "flores200"), ["needs_model"]),
        ("chrF2|nrefs:1|nc:6|version:2.0.0", NEW, ["other_metric"]),
        (NEW.replace("13a", "klingon"), NEW.replace("13a", "spm"), ["not_counted", "needs_model"]),
    ):
        with refused(*(f"why.{one}" for one in expected), error=UnreadableRecipe):
            score_steps(read_recipe(first), read_recipe(second), data, ["a"])


def test_tokenized_input_gets_an_estimate_of_what_detokenizing_does() -> None:
    plain = [f"It isn't the cat ({i}), which sat on a well-known mat." for i in range(40)]
    cut = [
        line.replace("isn't", "isn &apos;t").replace("(", "( ").replace(")", " )")
        .replace(",", " ,").replace("-", " @-@ ")[:-1] + " ."
        for line in plain
    ]  # fmt: skip
    tokenized = EvalSet({"a": cut, "b": plain}, [plain])
    findings = examine_texts(tokenized)
    found = estimate_detokenized(
        read_recipe(NEW), read_recipe("multi-bleu"), tokenized, ["a", "b"], findings
    )
    assert [finding.stream for finding in found.findings] == ["system 'a'"]
    assert (found.changed, found.way.first) == (40, pytest.approx((100, 100)))
    given = score_steps(read_recipe(NEW), read_recipe("multi-bleu"), tokenized, ["a", "b"])
    assert given.first[0] < 90
    assert given.first[1] == pytest.approx(100)
    assert (
        estimate_detokenized(read_recipe(NEW), read_recipe(NEW), tokenized, ["b"], findings) is None
    )
