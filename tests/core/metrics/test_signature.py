"""Signatures against sacreBLEU's, and the command line by running it."""

import json
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, corpus_bleu
from bleu_core.metrics.signature import sacrebleu_command, signature

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
