"""What the screens show; the files of `pages/` say which part stands where.

At the root stands what every screen needs: the view, the session's state, the store, the visitor's
workspace, the open comparison. Who may import whom, from left to right: view, state,
user_workspace; widgets, store; kept_comparisons; open_comparison, frame; judgements; the folders
of the screens, which do not import each other. `open_comparison` has all segments, `subset` those
that Overview, N-grams and Slices show.
"""
