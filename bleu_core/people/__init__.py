"""What people say of outputs, and what it adds up to: verdicts and labels, marks on the text,
blind sessions, how far people agree, and where BLEU and people part.

The workspace keeps what is said here, and reports and screens show it.
"""
