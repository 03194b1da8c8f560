"""What the header is sent, and the settings that it opens."""

from pages.ui import store

from .conftest import App
from .test_pair import test_set

NAMES = ("one", "two", "three", "four")
SCREENS = ["Overview", "Segments", "N-grams", "Slices", "Systems", "Suites"]
SCREENS += ["Judge", "Learn", "Data"]


def test_it_knows_the_pair_and_the_settings_and_its_links_keep_them() -> None:
    digest = store.put(test_set(*NAMES))
    drawn = App(data=digest, a="four", b="one", tok="char", smooth="floor").component("header")
    used = [name for name, _, is_used in drawn["open"]["choices"] if is_used]
    assert used == ["Tokenizer: char", "Ignore case: off", "Smoothing: floor"]
    assert (drawn["open"]["a"], drawn["open"]["b"]) == (3, 0)
    links = [screen["href"] for screen in drawn["screens"]] + [drawn["lesson"], drawn["term"]]
    assert all(f"?data={digest}&a=four&b=one&tok=char" in link for link in links)
    assert [drawn[name].rpartition("&")[2] for name in ("lesson", "term")] == ["lesson=", "term="]


def test_every_screen_has_it_but_those_of_a_class_and_of_a_blind_judge() -> None:
    for screen in ("overview.py", "learn.py", "suites.py"):
        drawn = App(screen).component("header")
        assert [one["label"] for one in drawn["screens"]] == SCREENS
        assert (drawn["open"] is None) == (screen != "overview.py")
    assert App("data.py", data="0" * 64).component("header")["open"] is None
    assert not App("learn.py", wall="yes").shows("header")
    assert not App("judge.py", task="0" * 64).shows("header")


def test_settings_stay_open_while_they_are_changed_and_where_they_cannot_be_used() -> None:
    app = App()
    app.set(settings=True)
    for name, is_drawn in (("char", True), ("ja-mecab", False)):
        app.choose("Tokenizer", name)
        assert app.header["settings"].startswith(f"{name} · cased")
        assert app.shows("view-overview") == is_drawn
        assert "Smoothing" in app.labels
    app.press("Reset to defaults")
    assert app.header["settings"] == "13a · cased · 2 refs"


def test_thresholds_are_settings() -> None:
    app = App(limits="repeat:9")
    app.set(settings=True)
    app.set(thresholds=True)
    assert app.widget("limit-repeat").value == 9
    app.choose("limit-copy_run", 5)
    assert "copy_run:5" in app.link["limits"]
    app.press("Reset thresholds")
    assert "limits" not in app.link
