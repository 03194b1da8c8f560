"""What knows nothing of translation: numbers, wording, escaping, progress, parallel work, files."""
