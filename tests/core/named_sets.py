"""A cache of sacreBLEU in a folder, with small test sets by the names and layout of real ones."""

import random
from collections.abc import Sequence
from pathlib import Path
from urllib.error import URLError

import pytest
from sacrebleu.dataset import DATASETS

from tests.command import write

SEGMENTS, DOCUMENTS = 48, 12
_random = random.Random(7)
WORDS = [f"word{i}" for i in range(300)]
REFERENCE = [" ".join(_random.choices(WORDS, k=12)) for _ in range(SEGMENTS)]
SECOND = [" ".join(line.split()[i % 4 :]) for i, line in enumerate(REFERENCE)]
SOURCE = [line.upper() for line in REFERENCE]
DOCS = [f"doc-{i * DOCUMENTS // SEGMENTS}" for i in range(SEGMENTS)]
ORIGINAL = ["en" if doc[-1] in "02468" else "de" for doc in DOCS]
OUTPUTS = {
    "a.de": [" ".join(line.split()[:8]) for line in REFERENCE],
    "b.de": [" ".join(line.split()[:10 if i % 5 else 7]) for i, line in enumerate(REFERENCE)],
}  # fmt: skip
FILES = {**OUTPUTS, "ref.de": REFERENCE, "ref2.de": SECOND, "src.en": SOURCE, "docs.txt": DOCS}


class Cache:
    """A cache in a folder, on a machine without a network."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        self.downloads: list[str] = []
        monkeypatch.setattr("urllib.request.urlopen", self._refuse)
        for place in ("sacrebleu", "sacrebleu.dataset.base", "sacrebleu.utils"):
            monkeypatch.setattr(f"{place}.SACREBLEU_DIR", str(folder))
        for name in ("wmt19", "wmt21", "wmt21/AB", "wmt22"):
            self._register(name)

    def add_xml(
        self, name: str = "wmt21/AB", lines: int = SEGMENTS, domains: Sequence[str] = ()
    ) -> None:
        """A set in the form since 2021, with two translators, as downloaded and not yet read.

        `domains` are those of the documents, if they have any.
        """
        documents = _by_document(lines)
        labels = [f' domain="{domain}"' for domain in domains] or [""] * len(documents)
        texts = map(_document, documents, labels)
        (path, *_) = self._raw_files(name)
        path.write_text(f"<dataset>{''.join(texts)}</dataset>")

    def add_sgm(self, name: str, documents: Sequence[str]) -> None:
        """A set in the form before 2021, with the names of its documents, as downloaded."""
        for path, lines in zip(self._raw_files(name), (SOURCE, REFERENCE), strict=True):
            texts = (
                f'<doc sysid="x" docid="{document}" genre="news" origlang="{ORIGINAL[places[0]]}">'
                + "".join(f'\n<seg id="{i}">{lines[i]}</seg>' for i in places)
                + "\n</doc>\n"
                for document, places in zip(documents, _by_document(SEGMENTS), strict=True)
            )
            path.write_text("".join(texts))

    def _raw_files(self, name: str) -> list[Path]:
        """The files of en-de, in a folder that is there, beside the archive that they came in."""
        raw = self.folder / name / "raw"
        paths = [raw / path for path in DATASETS[name].langpairs["en-de"]]
        paths[0].parent.mkdir(parents=True)
        for url in DATASETS[name].data:
            (raw / f"{name.replace('/', '_')}.{url.rpartition('/')[2]}").write_text("packed")
        return paths

    def add_text(self, name: str, pair: str = "en-de", **fields: Sequence[str]) -> None:
        """A set of which sacreBLEU has the text of all fields."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        write(folder, {f"{name}.{pair}.{field}": lines for field, lines in fields.items()})

    def _register(self, name: str) -> None:
        # sacreBLEU's own objects know the folder of the process.
        own = DATASETS[name]
        new = type(own)(name, own.data, own.description, own.citation, own.md5, own.langpairs,
                        **own.kwargs)  # fmt: skip
        self.monkeypatch.setitem(DATASETS, name, new)

    def _refuse(self, url: str, *_: object, **__: object) -> None:
        self.downloads.append(url)
        raise URLError("Name or service not known")


def _by_document(lines: int) -> list[list[int]]:
    names = dict.fromkeys(DOCS[:lines])
    return [[i for i in range(lines) if DOCS[i] == name] for name in names]


def _document(places: list[int], label: str = "") -> str:
    def segments(lines: Sequence[str]) -> str:
        return "".join(f'<seg id="{i + 1}">{lines[i]}</seg>' for i in places)

    first = places[0]
    return (
        f'<doc id="{DOCS[first]}" origlang="{ORIGINAL[first]}"{label}>'
        f'<src lang="en">{segments(SOURCE)}</src>'
        f'<ref lang="de" translator="B">{segments(SECOND)}</ref>'
        f'<ref lang="de" translator="A">{segments(REFERENCE)}</ref></doc>'
    )
