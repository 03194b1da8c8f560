"""Results of an unblinded session: preferences, agreement, and annotators' conduct."""
