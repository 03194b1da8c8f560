"""For all tests: none writes into the data directory of whoever runs them."""

import os

os.environ["BLEUSCOPE_HOME"] = "off"
