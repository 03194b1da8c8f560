"""What a real browser alone knows, on a real server; waits for what it tests, never for a time."""
