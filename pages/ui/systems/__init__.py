"""What opens below the ranking of the Systems screen, which the viewer draws.

- `disagreement`: where systems disagree
- `over_time`: runs over time
"""
