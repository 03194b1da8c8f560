"""What several screens are made of: components of the browser, and controls over Streamlit's."""
