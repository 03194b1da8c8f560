"""HTML read back: elements with their attributes, and text."""

from html.parser import HTMLParser


class Parsed(HTMLParser):
    """Elements and attributes of a document, the text outside of style and script, the style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.style, self._inside = "", "", ""
        self.feed(text)

    @property
    def attributes(self) -> set[str]:
        return {name for _, given in self.elements for name in given}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.style += data
        elif self._inside != "script":
            self.text += data
