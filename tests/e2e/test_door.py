"""What only a browser knows of the way in: links, uploads, themes, hostile text, traffic."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from .conftest import OUTPUTS, choose, parts, signature, uploader
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle

Visit = Callable[..., Page]


@pytest.mark.parametrize(
    ("link", "landmark", "in_signature"),
    [
        ("/data?tok=zh", "Compare systems", "|tok:zh|"),
        ("/?tok=char&lc=yes", "The parts", "|case:lc|eff:no|tok:char|"),
    ],
)
def test_the_first_request_of_a_server_may_be_a_deep_link(
    fresh_server: str, open_page: Visit, link: str, landmark: str, in_signature: str
) -> None:
    page = open_page(fresh_server + link)
    expect(page.get_by_role("heading", name=landmark)).to_be_visible()
    expect(signature(page)).to_contain_text(in_signature)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page).to_have_url(fresh_server + link)


def test_a_reload_restores_the_view(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/data")
    page.get_by_text("Ignore case").click()
    expect(page).to_have_url(f"{server}/data?lc=yes")
    expect(signature(page)).to_contain_text("case:lc")
    page.get_by_role("link", name="Overview").click()
    expect(page).to_have_url(f"{server}/?lc=yes")
    before = parts(page).inner_text()
    page.reload()
    expect(signature(page)).to_contain_text("case:lc")
    expect(parts(page)).to_have_text(before, use_inner_text=True)
    expect(page).to_have_url(f"{server}/?lc=yes")


def test_whoever_has_the_link_sees_an_uploaded_comparison(
    server: str, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    page = open_page(f"{server}/data?tok=char")
    choose(page, *files)
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&tok=char$"))
    other = open_page(page.url, apart=True)
    expect(parts(other)).to_have_text(parts(page).inner_text(), use_inner_text=True)
    expect(other.locator(".masthead")).to_contain_text("6 segments")


def test_no_request_leaves_this_machine(server: str, open_page: Visit) -> None:
    asked: list[str] = []
    page = open_page("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(server)
    expect(parts(page)).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    page.get_by_role("link", name="Data").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert {urlsplit(url).scheme for url in asked} >= {"http", "ws"}
    assert {urlsplit(url).hostname for url in asked} <= {"127.0.0.1", None}  # None: data:, blob:


def test_both_themes_follow_the_system(server: str, open_page: Visit) -> None:
    page = open_page(server)
    cell = parts(page).get_by_role("cell", name="BLEU", exact=True)
    for scheme, paper, ink in (
        ("dark", "rgb(17, 21, 28)", "rgb(232, 236, 241)"),
        ("light", "rgb(255, 255, 255)", "rgb(22, 32, 44)"),
    ):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(".stApp")).to_have_css("background-color", paper)
        expect(cell).to_have_css("color", ink)


def test_hostile_segments_and_names_stay_text(
    server: str, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    page = open_page(f"{server}/data")
    choose(page, *files)
    expect(page.locator(".masthead")).to_contain_text(HOSTILE_NAME)
    for line in HOSTILE:
        expect(page.get_by_text(line, exact=True).first).to_be_visible()
    expect_nothing_came_alive(page)


def test_hostile_file_names_stay_text_in_messages(
    server: str, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    files[0].write_bytes(b"one\n\xff\n")
    page = open_page(f"{server}/data")
    choose(page, *files)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("This cannot be compared yet:")
    expect(told).to_contain_text(f"{HOSTILE_NAME}.txt, line 2: byte 0xff is not UTF-8 text.")
    expect_nothing_came_alive(page)


def test_a_file_beyond_the_limit_is_refused_with_a_sentence(
    server: str, open_page: Visit, tmp_path: Path
) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.truncate(301 * 2**20)  # sparse: it takes no room on the disk
    page = open_page(f"{server}/data")
    uploader(page, OUTPUTS).set_input_files(big)
    expect(page.get_by_text("File must be 300.0MB or smaller.").first).to_be_visible()


@pytest.mark.parametrize(
    "query", ["", "?where=points%20%3C%200", "?where=line%20%3C%20200&only=yes"]
)
def test_a_rerun_that_changes_nothing_sends_little(
    server: str, open_page: Visit, query: str
) -> None:
    page = open_page("about:blank")
    with page.expect_websocket() as opened:
        page.goto(f"{server}/{query}")
    # What comes last.
    expect(page.get_by_text("p are not corrected for looking at")).to_be_visible()
    expect(page.get_by_text("counting …")).to_have_count(0)
    received: list[int] = []
    opened.value.on("framereceived", lambda frame: received.append(len(frame)))
    sizes: list[int] = []
    # The screen looks once more for what was counted, and that may fall into the first rerun.
    while len(sizes) < 3:
        settle(page)  # a key that is pressed before the browser knows of the end is lost
        received.clear()
        with opened.value.expect_event("framereceived", ends_a_run):
            page.keyboard.press("r")  # Streamlit's key for "run again"
        sizes.append(sum(received))
    assert 0 < max(sizes[1:]) < 62_000, sizes
    assert sizes[2] == pytest.approx(sizes[1], rel=0.01)


def ends_a_run(frame: str | bytes) -> bool:
    return isinstance(frame, bytes) and ForwardMsg.FromString(frame).HasField("script_finished")
