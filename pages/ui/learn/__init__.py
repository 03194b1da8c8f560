"""The parts of Learn: the classroom, its bench, lessons, trials and glossary."""
