"""The parts of the Systems screen.

- `ranking`: all systems by score, and every pair
- `ranking_matrix`: the matrix of pairs
- `disagreement`: where systems disagree
- `over_time`: runs over time
"""
