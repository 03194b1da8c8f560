"""The edits of TER, by sacreBLEU: here, or in a process that runs this file.

Such a process imports nothing else of this package, and is ready as soon as sacreBLEU is. A
line that it reads is JSON of `counted`'s arguments, the line that it answers with of its result.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TypeAlias

# A hypothesis and its references; its edits and the mean length of these, in words.
Row: TypeAlias = tuple[str, Sequence[str]]
Counts: TypeAlias = tuple[int, float]


def counted(settings: Mapping[str, bool], rows: Sequence[Row]) -> list[Counts]:
    """What sacreBLEU counts of each row, under the settings of its TER."""
    from sacrebleu.metrics.ter import TER

    metric = TER(**settings)  # type: ignore[arg-type]  # of no name that takes references
    scores = [metric.sentence_score(hypothesis, references) for hypothesis, references in rows]
    return [(score.num_edits, score.ref_length) for score in scores]


def main(memory: int) -> None:
    """Answer until whoever asks is gone; null where so many bytes are too few."""
    _limit(memory)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        try:
            answer = json.dumps(counted(*json.loads(asked.get())))
        except MemoryError:
            answer = "null"
        print(answer, flush=True)


def _listen(asked: queue.SimpleQueue[str]) -> None:
    """Where nobody can ask any more, nobody waits for an answer, which may take minutes."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def _limit(memory: int) -> None:
    """The process that waits for this one may be a server: it comes first.

    Linux counts the memory that a process can write to; elsewhere it is not limited.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


if __name__ == "__main__":
    main(int(sys.argv[1]))
