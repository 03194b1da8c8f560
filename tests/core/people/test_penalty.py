"""The weights of Google's MQM, by the table and an example worked by hand."""

from bleu_core.segments.marks import Mark, weight


def test_errors_cost_what_the_table_says() -> None:
    table = {  # Freitag et al. 2021, table 4
        ("Non-translation!", "major"): 25,
        ("Non-translation", "major"): 25,
        ("Accuracy/Mistranslation", "major"): 5,
        ("Fluency/Punctuation", "major"): 5,
        ("Fluency/Punctuation", "minor"): 0.1,
        ("Style/Awkward", "minor"): 1,
        ("Other", "minor"): 1,
        ("", "minor"): 1,
        ("Source error", "neutral"): 0,
        ("Accuracy/Addition", "critical"): 5,
    }
    assert {error: weight(Mark(*error)) for error in table} == table
