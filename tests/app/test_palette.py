"""What the command palette is sent."""

from pages.ui import store

from .conftest import App
from .test_pair import test_set

NAMES = ("one", "two", "three", "four")


def test_it_knows_the_pair_and_the_settings_and_its_links_keep_them() -> None:
    digest = store.put(test_set(*NAMES))
    drawn = App(data=digest, a="four", b="one", tok="char", smooth="floor").component("palette")
    used = [name for name, _, is_used in drawn["open"]["settings"] if is_used]
    assert used == ["Tokenizer: char", "Ignore case: off", "Smoothing: floor"]
    assert (drawn["open"]["a"], drawn["open"]["b"]) == (3, 0)
    assert drawn["segment"].startswith(f"./segments?data={digest}&a=four&b=one&")
    for name, link in (("seg", "segment"), ("lesson", "lesson"), ("term", "term")):
        assert "tok=char" in drawn[link]
        assert drawn[link].endswith(f"&{name}=")


def test_it_is_there_on_learn_without_a_comparison_and_on_no_wall() -> None:
    app = App("learn.py")
    assert app.component("palette")["open"] is None
    assert not App("learn.py", wall="yes").shows("palette")
    assert not App("judge.py", task="0" * 64).shows("palette")
