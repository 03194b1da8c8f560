"""The Judge screen: blind sessions, their results, and BLEU against people."""
