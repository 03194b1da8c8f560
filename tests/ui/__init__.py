"""What of the screens needs no session to be tested: state, store, uploads, what is kept."""
