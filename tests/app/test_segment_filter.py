"""What the field of the filter offers."""

from pages.ui import segment_filter, state, store
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.viewer.answers import compared


def test_on_many_segments_no_values_are_offered_that_all_texts_are_read_for(monkeypatch) -> None:
    def offered() -> dict[str, list[str]]:
        with state.asked_for(View()):
            names = segment_filter.columns_of_filter(compared(View()))
        return {one["name"]: one["values"] for one in names}

    assert offered()["rarity"]
    store.forget(load_sample().digest)
    monkeypatch.setattr(segment_filter, "QUICK", 100)
    assert offered()["rarity"] == offered()["script"] == []
    assert offered()["kind"]
    store.forget(load_sample().digest)
