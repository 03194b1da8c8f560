"""A program that scores translations for tests, and prints like one of the well-known ones.

    scoring_program.py LIKE LOG [FILE...]

A score depends on the lengths of output and reference, and on whether there is a source. LOG gets a
line for each run: the number of segments.
"""

import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


def score(source: str, output: str, reference: str) -> float:
    return len(output) * 0.5 - len(reference) * 0.25 + bool(source)


def lines_of(path: str) -> list[str]:
    return Path(path).read_text("utf-8").splitlines()


def main(like: str, log: str, *files: str) -> None:
    if like == "metricx":
        rows = [json.loads(line) for line in lines_of(files[0])]
        fields = ("source", "hypothesis", "reference")
        texts = [tuple(row[name] for name in fields) for row in rows]
    else:
        texts = list(zip(*map(lines_of, files[:3]), strict=True))
    with open(log, "a") as written:
        written.write(f"{len(texts)}\n")
    scores = [score(*each) for each in texts]
    match like:
        case "comet":
            for i, number in enumerate(scores):
                print(f"{files[1]}\tSegment {i}\tscore: {number:.4f}")
            print(f"{files[1]}\tscore: {sum(scores) / len(scores):.4f}")
        case "bert-score":
            print("roberta-large_L17_no-idf_version=0.3.12 P: 0.9 R: 0.9 F1: 0.9")
            for number in scores:
                print(f"0.1\t0.2\t{number:.6f}")
        case "bleurt":
            Path(files[3]).write_text("".join(f"{number}\n" for number in scores))
        case "metricx":
            output = [json.dumps({**r, "prediction": s}) for r, s in zip(rows, scores, strict=True)]
            Path(files[1]).write_text("\n".join(output))
        case "few":
            print("\n".join(map(str, scores[1:])))
        case "words":
            print("\n".join(["loading the model", *map(str, scores[1:])]))
        case "nan":
            print("\n".join(["nan", *map(str, scores[1:])]))
        case "fault":
            print("loading\rready", *range(20), sep="\n", file=sys.stderr)
            sys.exit("no \x1b[31mGPU")
        case "slow":
            print("\rPredicting:  40%|████      |", end="", file=sys.stderr, flush=True)
            time.sleep(60)


# How the scores of each program are read, and the files that it gets.
COLUMNS = ["{source}", "{output}", "{reference}"]
FORMS: dict[str, tuple[str, Sequence[str]]] = {
    "comet": ("Segment .*score: (.*)", COLUMNS),
    "bert-score": (r"\t.*\t(.*)", COLUMNS),
    "bleurt": ("(.*)", [*COLUMNS, "{scores}"]),
    "metricx": ('"prediction": ([^,}]*)', ["{input_json}", "{scores}"]),
}


def table(like: str, log: Path, name: str = "", **more: Any) -> str:
    """The configuration of a scorer that is like another program."""
    pattern, files = FORMS.get(like, ("(.*)", COLUMNS))
    command = [sys.executable, __file__, like, str(log), *files]
    values = {"command": command, "score": pattern, "better": "higher", "signature": "v1"} | more
    rows = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
    return "\n".join([f"[scorer.{name or like}]", *rows, ""])


def configure(home: Path, tables: Iterable[str]) -> Path:
    """Write the configuration of a home."""
    home.mkdir(0o700, exist_ok=True)
    path = home / "config.toml"
    path.write_text("\n".join(tables), "utf-8")
    path.chmod(0o600)
    return path


if __name__ == "__main__":
    main(*sys.argv[1:])
