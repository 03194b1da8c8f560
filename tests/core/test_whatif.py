"""An edit of one segment, against scoring the whole corpus anew."""

from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu, sentence_bleu
from bleu_core.whatif import edited


def test_an_edit_is_what_scoring_everything_anew_gives() -> None:
    outputs = ["the cat sat on the mat", "a dog barked", "it was late in the day"]
    references = [["a cat sat on the mat", "the dog barked", "it was late that day"]]
    config = BleuConfig(lowercase=True)
    comparison = Comparison.of(EvalSet({"a": outputs}, references), config)
    text = "The dog barked."
    stats, edit = edited(comparison.stats_a, 1, text, ["the dog barked"])
    changed = [outputs[0], text, outputs[2]]
    assert edit.corpus_before == corpus_bleu(outputs, references, config).score
    assert edit.corpus_after == corpus_bleu(changed, references, config).score
    alone = BleuConfig(lowercase=True, effective_order=True)
    assert edit.segment_before == sentence_bleu(outputs[1], ["the dog barked"], alone).score
    assert edit.segment_after == sentence_bleu(text, ["the dog barked"], alone).score
    assert stats.counts.tolist() == [[3, 2, 1, 0]]
