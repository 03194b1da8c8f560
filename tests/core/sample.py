"""The sample that a first visit shows: two systems and two references, as lists of lines."""

from tests.places import sample_lines

SYSTEMS = [sample_lines(f"apertium-{way}.en") for way in ("direct", "pivot")]
DIRECT, PIVOT = SYSTEMS
REFERENCES = [sample_lines(f"reference-{number}.en") for number in (1, 2)]
