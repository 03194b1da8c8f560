"""The app: one thin file per screen, made of the parts in `ui`.

- `main`: the script of every run: page, navigation, open comparison
- `class_main`: the same on a server for a class
- `overview`, `segments`, `ngrams`, `slices`, `systems`, `suites`, `judge`, `learn`, `data`: screens
- `middleware`: access control before Streamlit
- `ui`: the parts of the screens
"""
