"""What is promised of safety, and by which test: hosts, tokens, files made to exhaust, claims."""
