"""For all tests of this folder: one data set, and what an ordinary comparison says of it."""

import pytest

from bleu_core import Comparison
from bleu_core.datasets import DatasetPlan
from tests.core.cluster.made_sets import made_set


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[DatasetPlan, Comparison]:
    return made_set(tmp_path_factory.mktemp("texts") / "set")
