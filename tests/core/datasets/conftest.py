"""One small data set for all tests that only look at it."""

import pytest

from tests.core.datasets.parquet_sets import Made, made


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(tmp_path_factory.mktemp("made") / "set")
