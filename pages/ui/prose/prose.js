// One paragraph: spans of text, [text, tone, term]; a term is the glossary's name of a number.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".prose");
  root.replaceChildren(...data.spans.map(([text, tone, term]) => {
    const span = element("span", tone, term ? undefined : text);
    if (term) span.append(asking(text, data.glossary, term));
    return span;
  }));
}
