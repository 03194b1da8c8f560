"""The parts of the Learn screen.

- `lesson_list`: the lessons by track
- `lesson_view`: the open lesson: text, question, answer
- `predictions`: predictions by lesson
- `bench`: candidates and references, edited live
- `panels`: panels beside the bench
- `glossary_view`: the glossary
"""
