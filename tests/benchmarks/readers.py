"""What reading costs: format × size × time × peak memory; run by hand.

    python -m tests.benchmarks.readers [lines ...]          default 10000 100000
    python -m tests.benchmarks.readers --comparison 1000000
                                             two systems and one reference to an EvalSet

Each measurement has a process of its own; its peak is that of the process, less what
Python and the imports take. It prints; it asserts nothing about time.
"""

import gzip
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import escape

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks.core import in_new_process

SIZES = (10_000, 100_000)
SENTENCE = "the cat sat on a mat & was — as ever — happy, “very” happy 3.5 times"
WORDS = SENTENCE.split()


def line(number: int, column: int) -> str:
    """A segment of some 25 words, 130 characters, that occurs once."""
    rest = [WORDS[(number * (column + 3) + i * i) % len(WORDS)] for i in range(24)]
    return f"{number:x}.{column} " + " ".join(rest)


def xlsx(rows: list[tuple[str, ...]]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(rows: list[tuple[str, ...]]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True))), out)
    return out.getvalue()


def write(form: str, size: int) -> bytes:
    """A file of so many segments: text has one column, XML and tables have several."""
    if form in ("text", "gzip"):
        data = "".join(line(i, 0) + "\n" for i in range(size)).encode()
        return gzip.compress(data, 1) if form == "gzip" else data
    if form == "mteval":
        inside = "".join(
            f'<doc docid="d{i // 20}">' * (i % 20 == 0)
            + f'<seg id="{i % 20 + 1}"> {escape(line(i, 0))} </seg>\n'
            + "</doc>" * (i % 20 == 19)
            for i in range(size)
        )
        return f'<mteval><tstset setid="t" sysid="s">{inside}</tstset></mteval>'.encode()
    if form == "wmt":
        documents = (
            f'<doc id="d{start}"><src>{_segments(start, 0)}</src>'
            f'<ref translator="A">{_segments(start, 1)}</ref>'
            f'<hyp system="x">{_segments(start, 2)}</hyp>'
            f'<hyp system="y">{_segments(start, 3)}</hyp></doc>'
            for start in range(0, size, 20)
        )
        return f"<dataset>{''.join(documents)}</dataset>".encode()
    if form == "tmx":
        units = (
            f'<tu><tuv xml:lang="en"><seg>{escape(line(i, 0))}</seg></tuv>'
            f'<tuv xml:lang="de"><seg>{escape(line(i, 1))}</seg></tuv></tu>\n'
            for i in range(size)
        )
        return f'<tmx><header srclang="en"/><body>{"".join(units)}</body></tmx>'.encode()
    head = ("source", "reference", "sysA", "sysB", "domain")
    rows = [head, *((*(line(i, c) for c in range(4)), "news") for i in range(size))]
    if form in ("csv", "tsv"):
        if form == "tsv":
            return "".join("\t".join(row) + "\n" for row in rows).encode()
        return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows).encode()
    if form == "parquet":
        return parquet(rows)
    if form == "xlsx":
        return xlsx(rows)
    objects = (json.dumps(dict(zip(head, row, strict=True))) for row in rows[1:])
    return (f"[{','.join(objects)}]" if form == "json" else "\n".join(objects)).encode()


def _segments(start: int, column: int) -> str:
    return "".join(
        f'<seg id="{i - start + 1}">{escape(line(i, column))}</seg>'
        for i in range(start, start + 20)
    )


FORMS = ("text", "gzip", "mteval", "wmt", "tmx", "csv", "tsv", "json", "jsonl", "parquet", "xlsx")


def measure(form: str, path: str) -> None:
    """Print seconds and peak memory of one reading, the bytes of the file included."""
    from bleu_core.readers import File, read, read_comparison

    before = _peak()
    data = Path(path).read_bytes()
    started = time.perf_counter()
    if form == "comparison":
        read_comparison(File("a", data), File("b", data), [File("r", data)])
    else:
        read(data, "file")
    print(json.dumps([time.perf_counter() - started, _peak() - before]))


def _peak() -> float:
    """MB; not ru_maxrss, which a process inherits from the one that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == ["--measure"]:
        measure(*arguments[1:])
        return
    comparison = "--comparison" in arguments
    sizes = [int(word) for word in arguments if word.isdigit()] or list(SIZES)
    print(f"{'format':12}{'lines':>11}{'file MB':>9}{'s':>8}{'peak MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            for form in ("text", "mteval") if comparison else FORMS:
                if form == "xlsx" and size > 100_000:
                    continue  # its writer takes minutes
                path = Path(folder) / form
                path.write_bytes(write(form, size))
                what = "comparison" if comparison else form
                seconds, peak = in_new_process("--measure", what, path, of="readers")
                megabytes = path.stat().st_size / 2**20
                path.unlink()
                name = f"3 × {form}" if comparison else form
                print(
                    f"{name:12}{size:>11,}{megabytes:>9.1f}{seconds:>8.2f}{peak:>9.0f}", flush=True
                )


if __name__ == "__main__":
    main()
