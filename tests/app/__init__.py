"""Each screen by Streamlit's AppTest: what Python sends to the browser, without a browser."""
