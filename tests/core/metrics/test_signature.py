"""Signatures against sacreBLEU's, and read back."""

import json
import shlex
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, InputError, corpus_bleu
from bleu_core.metrics.signature import sacrebleu_command, signature
from bleu_core.metrics.signature_reading import TOOLS, read_settings
from bleu_core.text.config import SMOOTHING
from tests.core.bleu_configs import configs
from tests.core.refusing import refused
from tests.effort import examples

CORPUS = (
    ["The cat sat, on a mat 3.5.", "a dog"],
    [["The Cat sat, on the mat 3.5.", "A dog runs"], ["a cat sat on a mat", "the dog ran"]],
)


@given(
    tokenizer=st.sampled_from(["13a", "zh", "char", "none", "intl"]),
    lowercase=st.booleans(),
    effective=st.booleans(),
    smoothing=st.sampled_from(
        [("exp", None), ("none", None), ("floor", None), ("add-k", None), ("floor", 0.25),
         ("add-k", 2), ("floor", 0.01)]
    ),
    references=st.sampled_from([[["a"]], [["a"], ["b"]], [["a"], [None]], [["a"], [""]]]),
)  # fmt: skip
def test_the_signature_is_sacrebleus_but_for_the_version(
    tokenizer, lowercase, effective, smoothing, references
) -> None:
    shared = {
        "tokenize": tokenizer, "lowercase": lowercase, "effective_order": effective,
        "smooth_method": smoothing[0], "smooth_value": smoothing[1],
    }  # fmt: skip
    metric = BLEU(**shared)
    metric.corpus_score(["a"], references)
    ours = corpus_bleu(["a"], references, BleuConfig(**shared)).signature
    assert ours.rpartition("|version:")[0] == str(metric.get_signature()).rpartition("|version:")[0]


def test_a_varying_number_of_references_is_var_and_the_version_names_us_and_sacrebleu() -> None:
    references = [["a", "b"], ["a", None]]
    metric = BLEU()
    metric.corpus_score(["a", "b"], references)
    for found in (corpus_bleu(["a", "b"], references).signature, str(metric.get_signature())):
        assert found.startswith("nrefs:var|")
    last = signature(BleuConfig(), 1).split("|")[-1]
    assert last.startswith("version:bleuscope-")
    assert last.endswith(f"+sacrebleu-{version('sacrebleu')}")


WEIGHTS = (0.4, 0.3, 0.2, 0.1)
# What sacreBLEU has no field for, each with that which is added.
ADDED = {
    BleuConfig(max_ngram_order=2): "order:2",
    BleuConfig(max_ngram_order=9): "order:9",
    BleuConfig(weights=WEIGHTS): "weights:0.4,0.3,0.2,0.1",
    BleuConfig(reference_length="shortest"): "reflen:shortest",
    BleuConfig(reference_length="average"): "reflen:average",
    BleuConfig(smooth_method="floor", smooth_value=0.001): "smoothval:0.001",
}


def test_different_scores_have_different_signatures_beyond_sacrebleus_fields() -> None:
    default = signature(BleuConfig(), 1).split("|")
    for config, field in ADDED.items():
        fields = signature(config, 1).split("|")
        assert field in fields
        assert (len(fields), fields[-1]) == (len(default) + 1, default[-1])
        if config.smooth_value is None:
            assert sacrebleu_command(config, ["ref"], ["sys"]) == ""
    assert sacrebleu_command(BleuConfig(effective_order=True), ["ref"], ["sys"]) == ""
    settings = [
        {}, {"lowercase": True}, {"effective_order": True}, {"tokenize": "none"},
        {"smooth_method": "none"}, *({"smooth_method": "floor", "smooth_value": v}
                                     for v in (None, 0.101, 0.104)), {"weights": WEIGHTS[::-1]},
    ]  # fmt: skip
    configs = [*ADDED, *(BleuConfig(**given) for given in settings)]
    assert len({signature(config, 1) for config in configs}) == len(configs)
    for method, value in (("floor", 0.1), ("add-k", 1.0)):  # the default, written out
        explicit = BleuConfig(smooth_method=method, smooth_value=value)
        assert signature(BleuConfig(smooth_method=method), 1) == signature(explicit, 1)


@pytest.mark.parametrize(
    "config",
    [
        BleuConfig("zh", lowercase=True, smooth_method="floor", smooth_value=0.2),
        *(
            pytest.param(config, marks=pytest.mark.slow)
            for config in (BleuConfig(), BleuConfig(smooth_method="add-k", tokenize="none"))
        ),
    ],
    ids=lambda c: f"{c.tokenize}-{c.smooth_method}",
)
def test_sacrebleus_command_line_gives_the_same_score(config: BleuConfig, tmp_path: Path) -> None:
    hypotheses, references = CORPUS
    names = [str(tmp_path / name) for name in ("system 1.en", "ref $1.en", "ref'2.en")]
    for name, lines in zip(names, [hypotheses, *references], strict=True):
        Path(name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    program, *words = shlex.split(sacrebleu_command(config, names[1:], names[:1]))
    assert program == "sacrebleu"
    run = [sys.executable, "-m", "sacrebleu", *words]
    theirs = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    ours = corpus_bleu(hypotheses, references, config)
    assert theirs["score"] == round(ours.score, 2)
    fields = [field for field in theirs["signature"].split("|") if not field.startswith("version:")]
    assert fields == ours.signature.split("|")[:-1]


OLD = "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt14/full+tok.13a+version.1.4.14"
NEW = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"


def test_all_forms_of_a_signature_and_whole_lines_mean_the_same() -> None:
    for text in (
        OLD, "BLEU+c.mixed+#.1+s.exp+tok.13a+v.1.4.14 = 27.0 57.9/32.5/20.7/13.7 (BP = 1.000)", NEW,
        f"BLEU|{NEW} = 33.6 66.1/40.2/26.6/18.1 (BP = 1.000 ratio = 1.0 hyp_len = 9 ref_len = 9)",
        "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.0.0", " nrefs:1 |\n tok:13a ", "nrefs:1",
    ):  # fmt: skip
        found = read_settings(text)
        assert (found.config, found.references) == (BleuConfig(), 1), text


@given(configs(), st.sampled_from([-1, 1, 2, 5]))
def test_our_own_signature_is_read_back(config: BleuConfig, references: int) -> None:
    found = read_settings(signature(config, references))
    if config.smooth_value == SMOOTHING[config.smooth_method]:
        config = replace(config, smooth_value=None)
    assert (found.config, found.references or -1) == (config, references)


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
                found = read_settings(text)
                assert (found.config, found.references) == (BleuConfig(**given_settings), 2)


def test_tools_are_read_by_their_names() -> None:
    assert read_settings("Multi-BLEU.perl  -lc") == TOOLS["multi-bleu -lc"]
    assert all(read_settings(name) == settings for name, settings in TOOLS.items())


def test_what_is_not_understood_is_refused() -> None:
    for text, code in {
        "": "why.no_signature", "hello": "why.no_signature", "mteval": "why.no_signature",
        "NLTK -lc": "why.no_signature", "BLEU = 34.52, 59.4/36.6": "why.no_signature",
        "[" * 9999: "why.no_signature",
        f"{NEW}|colour:red": "why.unknown_field", f"{NEW}|nonsense": "why.unknown_field",
        "nrefs:1|tok:": "why.unknown_field",
    }.items():  # fmt: skip
        with refused(code, error=InputError):
            read_settings(text)
    with refused(*["why.unknown_field"] * 2, error=InputError):
        read_settings("chrF2|nrefs:1|case:mixed|nc:6")
    for old, new, code in (
        ("13a", "klingon", "settings.must_be"), ("mixed", "upper", "why.unknown_value"),
        ("exp", "magic", "settings.must_be"),
        ("exp", "exp[0.1]", "settings.no_smooth_value"),
        ("exp", "floor[1e]", "why.unknown_value"), ("exp", "floor[nan]", "settings.must_be"),
        ("eff:no", "eff:maybe", "why.unknown_value"), ("eff:no", "order:x", "why.unknown_value"),
        ("eff:no", "order:99", "settings.must_be"),
        ("eff:no", "weights:a,b", "why.unknown_value"),
        ("eff:no", "reflen:longest", "settings.must_be"),
        ("nrefs:1", "nrefs:many", "why.unknown_value"), ("nrefs:1", "nrefs:0", "why.unknown_value"),
    ):  # fmt: skip
        with refused(code, error=InputError):
            read_settings(NEW.replace(old, new))


PIECES = st.sampled_from(
    ["BLEU", "chrF2", "|", "+", ":", ".", " = ", "nrefs:1", "case.lc", "tok:13a", "smooth:",
     "floor[0.1]", "version:1.4.14", "order:", "weights:0.5,", "NLTK", "multi-bleu", " -lc", "{",
     "#", "1e999", "nan", "\x00", "\u202e", "٣"]
)  # fmt: skip


@settings(max_examples=examples(300))
@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(PIECES, max_size=12).map("".join),
        st.lists(PIECES, max_size=12).map("|".join),
    )
)
def test_any_text_has_settings_or_is_refused(text: str) -> None:
    try:
        found = read_settings(text)
    except InputError:
        return
    assert isinstance(found.config, BleuConfig)


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_a_tokenizer_is_read_without_its_version(name: str) -> None:
    assert read_settings(f"tok:{name}-0.996-IPA").config.tokenize == name
