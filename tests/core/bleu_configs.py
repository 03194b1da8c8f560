"""Settings of BLEU for property tests."""

from hypothesis import strategies as st

from bleu_core import BleuConfig


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
