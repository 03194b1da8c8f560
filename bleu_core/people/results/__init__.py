"""What came of an unblinded session: preferences, agreement, and what each annotator did."""
