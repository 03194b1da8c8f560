"""The app: one thin file a screen, made of the parts in `ui`; `door` stands before all of them."""
