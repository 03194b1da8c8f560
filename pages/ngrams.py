"""N-grams: families and n-grams that add up to Δ, and the segments of each."""

from pages.ui import segment_filter
from pages.ui.viewer.mount import draw_view

draw_view("ngrams", segment_filter.comparison_or_part())
