"""The Systems screen: the ranking, the test of every pair, and where systems differ."""
