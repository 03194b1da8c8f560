"""The parts of the screens, which the files in `pages` combine.

Imports go in this order; the folders of screens do not import each other:

- `view`: what a link restores; `query` reads and writes it as a URL
- `state`: the view of this session; `user_workspace` is the workspace
- `widgets`: controls and browser components for several screens
- `store`: test sets and comparisons by digest; `cache` is its cache and background tasks
- `results`, `metric_results`: results, each computed once for all sessions
- `open_comparison`: the open comparison; `slice_saving` saves slices
- `frame`: what is around every screen
- `judgements`: annotations of segments; `segment_filter` is the part that a filter selects
- `report_menu`: the open comparison as a file
- `classroom`: a class on Learn
- `viewer`: views that the browser draws, and the answers to what they ask
- `overview`, `systems`, `judge`, `learn`, `data`, `suites`: screens
- `preloaded`: what the first screen needs, loaded in a thread at the start
"""
