"""The parts of the Systems screen.

- `ranking`: all systems by score, and every pair
- `ranking_matrix`: the matrix of pairs
- `references`: how references score, beside all systems
- `disagreement`: where systems disagree
- `over_time`: runs over time
"""
