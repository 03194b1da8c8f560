"""Meta-evaluation: metrics against human scores, by systems and segments.

- `human_scores`: human scores from score files, error marks or blind sessions
- `metric_vs_human`: one metric over systems: correlation, outliers, PERM-BOTH
- `system_level`: all measures over systems, with bootstrap intervals
- `segment_level`: one metric within segments: acc_eq, Kendall's τ
- `published_results`: published results, from `sample_data`
"""
