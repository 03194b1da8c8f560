"""A reader: lines of source, reference and output between three bars.

#triples Google
El gato. ||| The cat. ||| The cat.
"""

from bleuscope.plugins import Parts, Reader, ReadError

_MARK = b"#triples "


def recognizes(data, name):
    return data.startswith(_MARK)


def read(data, name):
    try:
        first, *lines = data.decode("utf-8").splitlines()
    except (UnicodeDecodeError, ValueError):
        raise ReadError([f"{name} is not UTF-8, or empty. Save it as UTF-8."]) from None
    rows = [line.split(" ||| ") for line in lines]
    problems = [
        f"{name}, line {number}: three texts between ||| are expected, not {len(row)}."
        for number, row in enumerate(rows, 2)
        if len(row) != 3
    ]
    system = first.removeprefix(_MARK.decode()).strip()
    if problems or not rows or not system:
        raise ReadError(problems or [f"{name} has no system or no lines. Complete the file."])
    source, reference, output = map(list, zip(*rows, strict=True))
    return Parts(
        name, "triples", systems={system: output}, references={"1": reference}, source=source
    )


reader = Reader("triples of source, reference and output", recognizes, read)
