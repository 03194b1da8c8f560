"""The screens' parts; the scripts in `pages/` lay them out.

At the top are the modules that every screen needs: the view, the session's state, the store, the
visitor's workspace, the open comparison. Imports go from left to right: view, state,
user_workspace; widgets, store; open_comparison, frame; judgements; the folders of the screens,
which do not import each other. `open_comparison` returns the comparison of all segments,
`segment_filter` that of the filtered ones.
"""
