"""Systems: the ranking and every pair, where systems disagree, and runs over time."""

from pages.ui.systems import disagreement, over_time, ranking
from pages.ui.widgets.controls import draw_tabs

draw_tabs(
    "systems_tab",
    {
        "ranking": ("Ranking and pairs", ranking.draw_ranking),
        "where": ("System disagreement", disagreement.draw_disagreement),
        "time": ("Runs over time", over_time.draw_over_time),
    },
)
