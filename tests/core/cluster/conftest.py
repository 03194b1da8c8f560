"""For all tests of this folder: one data set, and what an ordinary comparison says of it."""

import pytest

from bleu_core import Comparison
from bleu_core.datasets import Plan
from tests.core.cluster import made_sets


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Comparison]:
    folder = tmp_path_factory.mktemp("texts") / "set"
    evalset = made_sets.write(folder)
    plan = made_sets.plan_of(folder)
    return plan, Comparison.of(evalset, plan.config)
