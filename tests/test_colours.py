"""Every colour stands in theme.css alone, and can be read."""

import re
import tomllib
from colorsys import rgb_to_hls
from itertools import product

from bleu_core.common import theme
from bleu_core.present import figures
from tests.places import ROOT

TEXT = ("a", "b", "gain", "loss", "muted", "text")
GROUND = ("page", "panel", "pressed")
SIDES = (("a", 195, 220), ("b", 15, 35))  # with hues of blue and of orange


def luminance(colour: str) -> float:
    """Of sRGB, by WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_has_contrast_in_both_themes() -> None:
    for text, ground, dark in product(TEXT, GROUND, (False, True)):
        deep, light = sorted(luminance(theme.colour(name, dark)) for name in (text, ground))
        assert (light + 0.05) / (deep + 0.05) >= 4.5, (text, ground, dark)


def hue(colour: str) -> float:
    """In degrees."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 360 * rgb_to_hls(red / 255, green / 255, blue / 255)[0]


def test_a_is_blue_and_b_orange_in_both_themes() -> None:
    tokens = ((name + str(depth), low, high) for name, low, high in SIDES for depth in range(1, 5))
    for (name, low, high), dark in product([*SIDES, *tokens], (False, True)):
        assert low < hue(theme.colour(name, dark)) < high, (name, dark)


def test_streamlit_has_the_colours_of_the_theme() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    names = {
        "backgroundColor": "page",
        "secondaryBackgroundColor": "panel",
        "textColor": "text",
        "borderColor": "line",
    }
    for mode in ("light", "dark"):
        ours = {option: theme.colour(name, mode == "dark") for option, name in names.items()}
        assert {option: config[mode][option].lower() for option in names} == ours
    assert config["light"]["primaryColor"].lower() == figures.A_COLOUR


def test_no_sheet_has_a_colour_of_its_own() -> None:
    folders = ("pages", "bleu_core")
    sheets = [path for folder in folders for path in ROOT.glob(f"{folder}/**/*.css")]
    sheets = [path for path in sheets if path.name != "theme.css"]
    assert len(sheets) > 10
    scripts = "".join(
        path.read_text("utf-8") for top in folders for path in ROOT.glob(f"{top}/**/*.js")
    )
    measured = re.findall(r'setProperty\("--([\w-]+)"', scripts)  # lengths, not colours
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|light-dark\(|rgba?\(", text), sheet
        for name in re.findall(r"var\(--((?!st-)[\w-]+)", text):
            known = name in measured or f"--{name}:" in theme.CSS + text
            assert known, f"{sheet} has no --{name}."
