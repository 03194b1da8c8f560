"""The views of the app: drawn in the browser by the viewer, as in a saved page.

A screen mounts the script of its view with `mount.draw_view`; the view asks for what it draws over
HTTP, and knows nothing of Streamlit.

- `mount`: the component of a view, and the view's changes of the address
- `answers`: the questions of the views; `overview_answers`, `segment_answers`,
  `annotation_answers`, `ngram_answers`, `slice_answers`, `ranking_answers`: what is answered
- `app_view.js`: the `Page` of viewer/page.js in the app; `app_address.js`: links of the viewer as
  addresses of the app; `ask.js`: questions to Python; `progress.js`: what is shown meanwhile
- `ngrams.js`, `segments.js` …: the script of each view, with the `Source` of what it draws
- `expression_filter.js`, `edit.js`, `annotate.js`: what Segments has in the app alone
"""
