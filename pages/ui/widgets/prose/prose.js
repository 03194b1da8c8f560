// One paragraph: spans of text, [text, tone, term, opens]; a term is the glossary's name of a
// number. What opens something is a button, with the glossary's words as its tip.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// A <button> would be parted from the comma behind it at the end of a line, and could not be broken.
function opening(text, tip, open) {
  const button = element("span", "opens", text);
  button.setAttribute("role", "button");
  button.tabIndex = 0;
  button.onclick = open;
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault(); // Space would scroll
    open();
  });
  if (tip) tell(button, tip, "Open what is behind it");
  return button;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".prose");
  root.replaceChildren(...data.spans.map(([text, tone, term, opens]) => {
    const span = element("span", tone);
    if (opens) {
      const open = () => setTriggerValue("open", opens);
      span.append(opening(text, data.glossary.short[term], open));
    } else span.append(term ? asking(text, data.glossary, term) : text);
    return span;
  }));
}
