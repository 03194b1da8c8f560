"""For all tests: none fails for its time, none writes into the data directory of who runs it."""

import os

from hypothesis import HealthCheck, settings

# A loaded machine is slow, and no fault; in CI this goes on from Hypothesis' own profile for it.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")
os.environ["BLEUSCOPE_HOME"] = "off"
