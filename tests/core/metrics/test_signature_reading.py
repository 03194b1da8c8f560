"""Signatures and names of tools are read back as the settings that they stand for."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, InputError
from bleu_core.metrics.signature import signature
from bleu_core.metrics.signature_reading import TOOLS, read_settings
from bleu_core.text.config import SMOOTHING
from tests.core.bleu_configs import configs
from tests.core.refusing import refused
from tests.effort import examples

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
