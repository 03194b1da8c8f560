"""sacreBLEU's test sets by name: from its registry, through its cache."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import mask, string_array
from bleu_core.messages import Message
from bleu_core.messages import testset as messages
from bleu_core.messages.option import not_with
from bleu_core.readers.detect import read
from bleu_core.readers.parts import Parts
from bleu_core.text.evalset import InputError

# Seconds without an answer from a server after which a download fails.
TIMEOUT = 20
# Fields of sacreBLEU that become metadata.
METADATA = ("origlang", "domain", "genre")
_UNREACHABLE = (URLError, HTTPException, TimeoutError, ConnectionError)
# Held while sacreBLEU reads: its log and the time limit of sockets belong to the whole process.
_reading = threading.Lock()


class Condition(NamedTuple):
    """A condition on a column of metadata: = or != a value, or ~ a pattern of RE2."""

    column: str
    sign: str
    value: str

    def mask(self, texts: pa.Array) -> NDArray[np.bool_]:
        """(S,) which values of the column meet it."""
        if self.sign == "~":
            return mask(pc.match_substring_regex(texts, self.value))
        equal = mask(pc.equal(texts, self.value))
        return ~equal if self.sign == "!=" else equal


class NamedSet(NamedTuple):
    """A test set of sacreBLEU: source, references, documents and metadata."""

    name: str
    language_pair: str
    parts: Parts  # without systems
    paths: Mapping[str, str]  # those of its cached files, by SHA-256

    @property
    def key(self) -> tuple[str, str]:
        """Name and language pair."""
        return self.name, self.language_pair

    @property
    def options(self) -> list[str]:
        """The options of a command that name it."""
        return ["-t", self.name, "-l", self.language_pair]

    def explain_lengths(self, systems: Mapping[str, pa.Array]) -> Message | None:
        """Say that the outputs are of another test set, if all have the same wrong length."""
        return explain_lengths(self.name, self.language_pair, len(self.parts), systems)

    def conditions(self, origlang: str | None, subset: str | None) -> list[Condition]:
        """Conditions of --origlang and --subset; InputError if no column or segment meets one."""
        there = self.parts.metadata
        given: dict[str, tuple[str, Condition]] = {}
        if origlang is not None:
            sign = "!=" if origlang.startswith("non-") else "="
            condition = Condition("origlang", sign, origlang.removeprefix("non-"))
            given["--origlang"] = origlang, condition
        if subset is not None:
            column = "subset" if "subset" in there else "domain"
            given["--subset"] = subset, Condition(column, "~", subset.removeprefix("country:"))
        problems = []
        for option, (value, condition) in given.items():
            texts = there.get(condition.column, string_array([]))
            values = sorted(filter(None, texts.unique().to_pylist()))
            if not values:
                why = "sacreBLEU has no such data for it"
                problems.append(not_with([option], " ".join(self.key), why))
            elif not condition.mask(texts).any():
                problems.append(messages.no_segment(*self.key, option, value, values))
        if problems:
            raise InputError(problems)
        return [condition for _, condition in given.values()]


def available_sets() -> dict[str, list[str]]:
    """The language pairs of each test set that sacreBLEU can download, newest sets first."""
    import sacrebleu

    return {
        name: sorted(sacrebleu.get_langpairs_for_testset(name))
        for name in sacrebleu.get_available_testsets()
    }


def downloaded_sets() -> dict[str, list[str]]:
    """The language pairs of each test set that can be read without a network, newest sets first."""
    known = available_sets().items()
    found = {name: [p for p in pairs if _is_downloaded(name, p)] for name, pairs in known}
    return {name: pairs for name, pairs in found.items() if pairs}


def download_command(name: str, language_pair: str) -> str:
    """The command of sacreBLEU that downloads a test set."""
    return f"sacrebleu -t {name} -l {language_pair} --echo src"


def load_named_set(
    name: str, language_pair: str | None, notify: Callable[[Message], None] | None = None
) -> NamedSet:
    """Read a test set of sacreBLEU, or download it into its cache, which calls `notify`."""
    known = available_sets()
    if name not in known:
        raise InputError([messages.unknown(name, get_close_matches(name[:40], known, 3))])
    pair = choose_pair(name, known[name], language_pair)
    with _reading, _reported(name, pair, notify):
        files, references = _cached_files(name, pair)
        contents = {path: path.read_bytes() for path in (*files.values(), *references)}
    columns = {path: _lines(data, path.name) for path, data in contents.items()}
    fields = {field: columns[path] for field, path in files.items()}
    documents = fields.get("docid")
    metadata = {field: fields[field] for field in METADATA if field in fields}
    if documents is not None:
        metadata |= _subsets(name, documents)
    parts = Parts(
        f"{name} {pair}", "text", source=fields["src"], documents=documents, metadata=metadata,
        references={path.name: columns[path] for path in references},
    )  # fmt: skip
    paths = {sha256(data).hexdigest(): str(path) for path, data in contents.items()}
    return NamedSet(name, pair, parts, paths)


def explain_lengths(
    name: str, pair: str, size: int, systems: Mapping[str, pa.Array]
) -> Message | None:
    """Say that the outputs are of another test set, if all have the same wrong length."""
    lengths = {len(output) for output in systems.values()}
    if len(lengths) != 1 or lengths == {size}:
        return None
    return messages.wrong(name, pair, size, lengths.pop())


def choose_pair(name: str, pairs: Sequence[str], pair: str | None) -> str:
    """The language pair, which may be the only one; InputError if it is not there."""
    if pair not in pairs and (pair is not None or len(pairs) > 1):
        raise InputError([messages.language_pair(name, pairs, pair or "")])
    return pair or pairs[0]


def _is_downloaded(name: str, pair: str) -> bool:
    """Whether sacreBLEU has all archives of a set, or the text that it made of all its fields."""
    import sacrebleu
    from sacrebleu.dataset import DATASETS
    from sacrebleu.dataset.wmt_xml import WMTXMLDataset

    dataset, folder = DATASETS[name], Path(sacrebleu.SACREBLEU_DIR) / name
    if not folder.is_dir():
        return False
    stem = name.replace("/", "_")
    archives = [folder / "raw" / f"{stem}.{url.rpartition('/')[2]}" for url in dataset.data or ()]
    if all(archive.is_file() and archive.stat().st_size for archive in archives):
        return True
    if isinstance(dataset, WMTXMLDataset):  # whose archive is also read to list the fields
        return False
    fields = [field.replace(":", "-") for field in dataset.fieldnames(pair)]
    return all((folder / f"{stem}.{pair}.{field}").is_file() for field in fields)


def _cached_files(name: str, pair: str) -> tuple[dict[str, Path], list[Path]]:
    """The files of the fields that BLEUscope uses, and of the references; may download them."""
    import sacrebleu
    from sacrebleu.dataset import DATASETS
    from sacrebleu.utils import get_files

    fields = dict(zip(DATASETS[name].fieldnames(pair), get_files(name, pair), strict=True))
    files = {field: Path(fields[field]) for field in ("src", "docid", *METADATA) if field in fields}
    # sacreBLEU's own order differs between processes if translators are named.
    return files, sorted(map(Path, sacrebleu.get_reference_files(name, pair)))


def _lines(data: bytes, name: str) -> pa.Array:
    lines = read(data, name, "text").lines
    assert lines is not None
    return lines


def _subsets(name: str, documents: pa.Array) -> dict[str, pa.Array]:
    """Countries and domains of documents that sacreBLEU's --subset searches: "US-politics"."""
    from sacrebleu.dataset import SUBSETS

    tags: Mapping[str, str] = SUBSETS.get(name, {})
    subsets = [tags.get(document, "") for document in documents.to_pylist()]
    labels = [[*subset.split("-"), ""][:2] for subset in subsets]
    columns = dict(zip(("country", "domain"), zip(*labels, strict=True), strict=True))
    columns["subset"] = tuple(subsets)
    return {field: string_array(list(values)) for field, values in columns.items() if any(values)}


class _Relay(logging.Handler):
    """Passes sacreBLEU's log on, and remembers its errors."""

    def __init__(self, notify: Callable[[Message], None] | None) -> None:
        super().__init__()
        self.notify = notify
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno >= logging.ERROR:
            self.errors.append(text)
        elif self.notify:
            self.notify(messages.event(text))


@contextmanager
def _reported(name: str, pair: str, notify: Callable[[Message], None] | None) -> Iterator[None]:
    """Raise InputError for what goes wrong in sacreBLEU, which also ends the process on errors."""
    import sacrebleu

    log, relay = logging.getLogger("sacrebleu"), _Relay(notify)
    level, timeout = log.level, socket.getdefaulttimeout()
    log.addHandler(relay)
    log.setLevel(logging.INFO)
    socket.setdefaulttimeout(TIMEOUT)
    folder = Path(sacrebleu.SACREBLEU_DIR)
    try:
        yield
    except _UNREACHABLE as error:
        reason = str(getattr(error, "reason", "") or error)
        raise InputError([messages.not_downloaded(name, pair, str(folder), reason)]) from error
    except (Exception, SystemExit) as error:
        reason = " ".join(relay.errors) or str(error) or type(error).__name__
        raise InputError([
            messages.unreadable(name, pair, str(folder / name), reason)
        ]) from error  # fmt: skip
    finally:
        socket.setdefaulttimeout(timeout)
        log.setLevel(level)
        log.removeHandler(relay)
