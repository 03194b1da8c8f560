"""Metrics vs. people: metrics against human scores, over systems and on segments.

- `human_scores`: human scores from score files, error annotations or blind sessions
- `metric_vs_human`: one metric over systems: correlation, pairs, outliers
- `system_level`: all measures over systems, with bootstrap intervals
- `segment_level`: one metric within segments: acc_eq, Kendall's τ
"""
