"""What several screens are made of: components of the browser, and controls over Streamlit's.

Every screen may import it; of `pages.ui` it may import `state` alone.
"""
