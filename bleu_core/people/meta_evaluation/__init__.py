"""Metrics vs. people: metrics against human scores, over systems and on segments.

- `human_scores`: human scores from score files, error annotations or blind sessions
- `metric_vs_human`: one metric over systems: correlation, outliers, PERM-BOTH
- `system_level`: all measures over systems, with bootstrap intervals
- `segment_level`: one metric within segments: acc_eq, Kendall's τ
- `published_results`: published results, from `sample_data`
"""
