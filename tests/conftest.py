"""For all tests: which run, how many at once; none fails for its time or writes into user data."""

import os
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import effort
from tests.servers import bleuscope, hostile_folder, keeping_server

__all__ = [
    "bleuscope",
    "hostile_folder",
    "keeping_server",
]  # fixtures that tests of all folders share

os.environ["BLEUSCOPE_HOME"] = "off"
MOST = 4  # each brings servers and a browser


def pytest_configure(config: pytest.Config) -> None:
    effort.thorough = config.option.markexpr != "not slow"
    # A loaded machine is slow, and no fault. The default tests draw the same examples each time, so
    # that none fails by chance; a thorough run draws others.
    settings.register_profile(
        "bleuscope",
        deadline=None,
        derandomize=not effort.thorough,
        max_examples=effort.examples(100),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("bleuscope")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite is shared among the processors; for a part of it that is not worth while."""
    return 0 if config.option.file_or_dir else min(os.cpu_count() or 1, MOST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """A test of the app leaves no main module.

    Streamlit leaves its script there, which every process that is forked later would run.
    """
    main = sys.modules["__main__"]
    try:
        return (yield)
    finally:
        sys.modules["__main__"] = main


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """A test waits for no disk: it kills processes, and cuts no power."""
    if connection := sys.modules.get("bleu_core.workspace.connection"):
        connection.Connection.synchronous = "OFF"


@pytest.fixture
def first_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The command takes the first port that is free: no other test does meanwhile."""
    if os.name != "posix":
        yield
        return
    import fcntl

    # Processes that run tests side by side share the folder above their own.
    with (tmp_path_factory.getbasetemp().parent / "first-port").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
