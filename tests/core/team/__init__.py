"""Tests of a team's server: people, their workspaces and shared comparisons."""
