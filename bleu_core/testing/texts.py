"""The texts on which plugins are checked, and the form of the checks."""

from __future__ import annotations

SOURCE = [
    "El gato duerme.",
    "Cuesta 3,50 €.",
    "¿Dónde está Ana?",
    "Sí.",
    "Llueve mucho hoy en Madrid.",
    "—",
]
REFERENCES: list[list[str | None]] = [
    [
        "The cat sleeps.",
        "It costs €3.50.",
        "Where is Ana?",
        "Yes.",
        "It rains a lot in Madrid today.",
        "?!",
    ],
    ["The cat is asleep.", None, "Where's Ana?", None, "Today it is raining in Madrid.", None],
]
# Of two systems; one output is empty, and one has characters of several planes.
OUTPUTS = [
    ["The cat sleeps.", "It costs 3.50.", "", "Yes, yes.", "It rains a lot in Madrid.", "?!"],
    ["A cat the sleeps", "It costs €3.50.", "Where is 猫 😀?", "Yes.", "Madrid\ttoday  rains", " "],
]


def require(holds: object, sentence: str) -> None:
    """Raise AssertionError with the sentence unless a condition holds."""
    if not holds:
        raise AssertionError(sentence)
