"""Meta-evaluation: metrics against human scores, by systems and segments."""
