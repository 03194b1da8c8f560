"""Work that tells how far it is."""

from collections.abc import Callable, Sequence

import pytest


def check_progress(
    run: Callable[[Callable[[float], None]], object], least: int = 1, limits: Sequence[float] = (0,)
) -> list[float]:
    """It tells of at least so many parts, of rising ones up to 1, and can be stopped at each limit.

    Returns the parts.
    """
    parts: list[float] = []
    run(parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == pytest.approx(1)
    assert len(parts) >= least
    for limit in limits:
        told: list[float] = []

        def stop(part: float, limit: float = limit, told: list[float] = told) -> None:
            told.append(part)
            if part >= limit:
                raise InterruptedError

        with pytest.raises(InterruptedError):
            run(stop)
        assert told == [part for part in parts if part < limit] + told[-1:]
    return parts
