"""The parts of N-grams: the evidence, and the concordance of the open n-gram.

They may import widgets and what stands at the root, and no other screen's.
"""
