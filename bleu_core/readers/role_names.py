"""Roles of a table's columns, guessed from their names; nested values have paths ("refs.A.ref")."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

ROLES = ("system", "reference", "source", "document", "segment id", "metadata", "leave out")
TEXTS = ("system", "reference", "source")
# A column with the names of systems, not with their outputs.
SYSTEM_COLUMN = r"(mt|hyp|output|translation)?(system|sys|model|engine|provider)(name|id)?"
# Names as `plain_name` writes them; the first match counts.
_ROLE_PATTERNS = (
    ("source", r"(source|src|original|input)(text|sentence|segment)?"),
    (
        "reference",
        r"(reference|references|ref|refs|gold|human|postedit|pe)(text|sentence)?([a-z]|\d+)?",
    ),
    ("document", r"(document|doc)(id|name)?s?"),
    (
        "segment id",
        r"((global|doc)?(segment|seg)|sentence|sent|line)?(id|number|no|nr|index)|seg|segments?|sid",
    ),
    (
        "system",
        r"(hypothesis|hypotheses|hyp|mt|sys|system|output|translation|candidate|predict"
        r"|predictions?|pred|generated|filteredresps|baseline|model)"
        r"(text|output|translation)?([a-z]|\d+)?|[ab]",
    ),
)  # fmt: skip
# A prefix before the name of a system: "mt_google", "sys: big".
_SYSTEM_PREFIX = re.compile(
    r"(hypothesis|hyp|mt|sys|system|output|translation|pred|prediction)[\W_]+\S"
)
# What is known about a system's output: "mt_score", "hyp_tokens 1".
_ABOUT_OUTPUT = re.compile(
    r"(tokens?|ids?|scores?|(log_?)?probs?|len(gth)?|lang(uage)?|time|bleu|chrf|comet|ter)( \d+)*$"
)
# The reference, or an output beside another reference.
_TARGET = r"(target|tgt|trg)(text|sentence)?"
# The reference beside a prediction, as the examples of Hugging Face write it.
_LABEL = r"labels?"
# An output beside no other one, as APIs of language models name it.
_ANSWER = r"(response|completion)(text)?"
# Objects of texts: {"refs": {"refA": …}, "tgt_text": {"google": …}}.
_TEXT_OBJECTS = {"tgttext": "system"} | dict.fromkeys(
    ("targets", "translations", "outputs", "hyps", "systems"), "system"
)
# Keys of the text in an object that has more than the text: {"text": …, "score": …}.
_TEXT_KEYS = r"text|content|value|string|segment|" + r"|".join(
    rf"{word}(text|sentence)?"
    for word in (
        "sentence|ref|reference|hyp|hypothesis|mt|output|translation|prediction|generated",
        "source|src|target|tgt",
    )
)
_LANGUAGE = re.compile(r"[a-z]{2}([-_][A-Za-z]{2,4})?")
# Words in the name of a file or column whose output is older than the others, or newer than that
# of the same name without them.
_OLDER = {"base", "baseline", "old", "before", "previous", "prev"}
_NEWER = {"new", "newer", "after"}


def plain_name(name: str) -> str:
    """Return a column's name in lowercase, without spaces and punctuation."""
    return re.sub(r"[\s_.:()\-]+", "", name[:200].lower())


def guess_roles(columns: Iterable[str], no_texts: Collection[str] = ()) -> dict[str, str]:
    """Guess the role of each column from its name.

    "target" is the reference or, if there is another one, a system; "label" is the reference only
    if there is a system and no other reference, "response" a system only beside no other. A column
    "system" has names of systems if another one has outputs. An unknown name, and a column of
    `no_texts`, is metadata.

    >>> guess_roles(["src", "ref1", "refs.A.ref", "mt_google", "mt.text", "mt.score", "doc_id"])
    ... # doctest: +NORMALIZE_WHITESPACE
    {'src': 'source', 'ref1': 'reference', 'refs.A.ref': 'reference', 'mt_google': 'system',
     'mt.text': 'system', 'mt.score': 'metadata', 'doc_id': 'document'}
    """
    names = list(columns)
    objects: dict[tuple[str, ...], set[str]] = {}
    for name in names:
        *parents, key = _path(name)
        objects.setdefault(tuple(parents), set()).add(key)
    roles = {}
    for name in names:
        short = name[:200].lower()
        is_output = _SYSTEM_PREFIX.match(short) and not _ABOUT_OUTPUT.search(short)
        role = _role_of_word(name) or _role_in_object(name, objects)
        roles[name] = role or ("system" if is_output else "metadata")
    roles |= {name: "metadata" for name in no_texts if roles.get(name) in TEXTS}
    for single in ("source", "document", "segment id"):
        found = [name for name, role in roles.items() if role == single]
        for name in sorted(found, key=lambda name: len(_path(name)))[1:]:
            roles[name] = "metadata"
    outputs = [name for name, role in roles.items() if role == "system"]
    for name in outputs:
        if name.strip().lower() in ("system", "sys", "model") and len(outputs) > 1:
            roles[name] = "metadata"
    for pattern in (_TARGET, _ANSWER, _LABEL):
        for name in names:
            if name in no_texts or not re.fullmatch(pattern, plain_name(name)):
                continue
            if pattern == _ANSWER:
                if "system" not in roles.values():
                    roles[name] = "system"
            elif "reference" not in roles.values() and (
                pattern == _TARGET or "system" in roles.values()
            ):
                roles[name] = "reference"
            elif pattern == _TARGET:
                roles[name] = "system"
    return roles


def _role_of_word(name: str) -> str:
    plain = plain_name(name)
    matching = (role for role, pattern in _ROLE_PATTERNS if re.fullmatch(pattern, plain))
    return next(matching, "")


def _path(name: str) -> list[str]:
    """The keys on the path of a nested value, without item numbers ("refs 1.text": refs, text)."""
    # A dot between digits is that of a version.
    return re.split(r"(?<!\d)\.|\.(?!\d)", re.sub(r"( \d+)+(?=\.|$)", "", name[:1_000]))


def _role_in_object(name: str, objects: Mapping[tuple[str, ...], Collection[str]]) -> str:
    """The role of a value by its object's name ("refs") or its key ("doc.src"), or ''."""
    *parents, key = _path(name)
    if not parents or not all((*parents, key)):
        return ""
    own = _role_of_word(key)
    above = [_TEXT_OBJECTS.get(plain_name(word)) or _role_of_word(word) for word in parents]
    around = next((role for role in reversed(above) if role in TEXTS), "")
    if not around:
        is_about = re.fullmatch(r"system|sys|model|id|number|no|nr|index", plain_name(key))
        return "metadata" if is_about else own
    if re.fullmatch(_TEXT_KEYS, plain_name(key)):
        return around if around == "reference" or own not in TEXTS else own
    beside = objects[tuple(parents)]
    has_text = any(re.fullmatch(_TEXT_KEYS, plain_name(other)) for other in beside)
    # {"en": …, "de": …} does not say which one is the source.
    languages = len(beside) > 1 and all(map(_LANGUAGE.fullmatch, beside))
    if has_text or languages or above[-1] not in TEXTS or own in ("document", "segment id"):
        return "metadata"
    return own if own == "reference" else around


def is_target(name: str) -> bool:
    """Whether a column may be the reference or an output."""
    return re.fullmatch(_TARGET, plain_name(name)) is not None


def is_header(cells: Iterable[str], at_least: int = 1) -> bool:
    """Whether a first row has a known name of a text column, not counting single letters."""
    names = [cell.strip() for cell in cells]
    roles = [role for name, role in guess_roles(names).items() if len(name) > 1]
    known = [role for role in roles if role != "metadata"]
    has_text = any(role in TEXTS for role in known)
    if len(set(names)) < len(names):
        at_least = max(at_least, 2)
    return names.count("") < 2 and len(known) >= at_least and has_text


def guess_baseline(names: Collection[str]) -> int:
    """Return the index of the file or column whose name says that it is the older one, else 0.

    >>> guess_baseline(["new.en", "old.en"]), guess_baseline(["moses-new.en", "moses.en"])
    (1, 1)
    """
    words = [set(re.split(r"[\W_]+", name.lower())) for name in names]
    without_new = [own - _NEWER for own in words if own & _NEWER]
    older = [number for number, own in enumerate(words) if own & _OLDER]
    older += [number for number, own in enumerate(words) if own in without_new]
    return next(iter(older), 0)
