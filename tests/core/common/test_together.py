"""Several works at the same time: their results, their progress, their errors."""

import time

import pytest

from bleu_core.common import parallel
from bleu_core.common.parallel import together


@pytest.fixture(params=[1, 2], autouse=True)
def workers(request, monkeypatch) -> None:
    monkeypatch.setattr(parallel, "WORKERS", request.param)


def test_results_come_in_order_and_progress_reaches_the_end() -> None:
    parts: list[float] = []

    def work(number: int):
        def do(progress):
            progress(0.5)
            progress(1.0)
            return number

        return do

    assert together([work(1), work(2), work(3)], parts.append) == [1, 2, 3]
    assert parts[-1] == 1
    assert parts == sorted(parts)


def test_an_error_of_one_ends_the_others() -> None:
    def fails(progress):
        raise ValueError("no")

    def goes_on(progress):
        while True:
            progress(0.1)
            time.sleep(0.001)

    with pytest.raises(ValueError, match="no"):
        together([fails, goes_on])


def test_a_stop_ends_all() -> None:
    def goes_on(progress):
        while True:
            progress(0.1)
            time.sleep(0.001)

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        together([goes_on, goes_on], stop)
