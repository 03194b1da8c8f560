"""How hard tests try: a little in the default run, more where slow tests are chosen too."""

thorough = False  # set by tests/conftest.py before any test is imported


def examples(number: int) -> int:
    """Examples for Hypothesis to draw: `number` in a thorough run, else an eighth of it."""
    return number if thorough else max(number // 8, min(number, 10))
