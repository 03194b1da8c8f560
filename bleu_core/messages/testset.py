"""sacreBLEU's test sets: unknown names, missing downloads, outputs of another set."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words
from bleu_core.messages import Area


def hint(near: Sequence[str]) -> str:
    """Similar names as a question; "" if there are none."""
    return f" Did you mean {join_words(near, last='or')}?" if near else ""


testset = Area("testset", hint=hint)


@testset.error(
    "sacreBLEU has no test set {name!r}.{near:hint} To list all test sets, run: bleuscope score "
    "--list"
)
def unknown(name: str, near: Sequence[str]) -> str: ...


@testset.error()
def language_pair(name: str, pairs: Sequence[str], pair: str = "") -> str:
    """`pair` is the unknown one, "" if none was chosen."""
    has = f"no language pair {pair!r}" if pair else "several language pairs"
    return f"{name} has {has}. Choose one: {join_words(pairs, last='or')}."


@testset.error("{given!r} is not a language pair. Write both languages, such as en-de.")
def no_pair(given: str) -> str: ...
@testset.error(
    "{given:words} cannot be used with a test set or a campaign, which has its own source, "
    "documents and references."
)
def given_too(given: Sequence[str]) -> str: ...
@testset.error(
    "{name} is not in sacreBLEU's cache, {folder}, and cannot be downloaded: {reason:reason}. With "
    "internet access, run: sacrebleu -t {name} -l {pair} --echo src. If you run it on another "
    "machine, copy its folder ~/.sacrebleu/{name} to {folder}/{name}."
)
def not_downloaded(name: str, pair: str, folder: str, reason: str) -> str: ...
@testset.error(
    "{name} {pair} in sacreBLEU's cache cannot be read: {reason:reason}. If no other process is "
    "downloading {name}, delete {folder} and run the command again."
)
def unreadable(name: str, pair: str, folder: str, reason: str) -> str: ...
@testset.error(
    "{name} {pair} in sacreBLEU's cache cannot be read. To see why, run this command where the app "
    "runs: {command}"
)
def damaged(name: str, pair: str, command: str) -> str: ...
@testset.error(
    "No segment of {name} {pair} matches {option} {value:repr}. Values there: {values:few}."
)
def no_segment(name: str, pair: str, option: str, value: str, values: Sequence[str]) -> str: ...
@testset.note("Only {segments:int} of {of:# segment}: {where}")
def selected(segments: int, of: int, where: str) -> str: ...
@testset.note("{event}")
def event(event: str) -> str: ...


@testset.error(
    "The outputs have {outputs:# segment}, but {name} {pair} has {segments:int}. Choose the test "
    "set and the language pair of the outputs."
)
def wrong(name: str, pair: str, segments: int, outputs: int) -> str: ...
