"""For all tests: how many run at once; none fails for its time, or writes into the user's data."""

import os

import pytest
from hypothesis import HealthCheck, settings

# A loaded machine is slow, and no fault; in CI this goes on from Hypothesis' own profile for it.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")
os.environ["BLEUSCOPE_HOME"] = "off"
MOST = 4  # each brings servers and a browser


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite is shared among the processors; for a part of it that is not worth while."""
    return 0 if config.option.file_or_dir else min(os.cpu_count() or 1, MOST)
