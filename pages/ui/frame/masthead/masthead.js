// The systems' names and colours, and the signature with its two copy buttons.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function system(letter, name) {
  const node = element("span", "system " + letter.toLowerCase());
  node.append(element("span", "square"), element("b", "", letter), element("span", "name", name));
  node.title = letter === "A" ? "System A, the baseline: " + name : "System B, the candidate: " + name;
  return node;
}

function copyButton(label, text) {
  const button = element("button", "", label);
  button.type = "button";
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl+C";
      window.getSelection().selectAllChildren(button.closest(".masthead").querySelector("code"));
    }
    setTimeout(() => (button.textContent = label), 1500);
  };
  return button;
}

// A "?" of Streamlit's shows its tip on focus too, but no key gets to the link in it: pressing
// the "?" opens what the link names. It is done here as this is on every screen.
function openEntry(event) {
  if (event.target.closest?.('button[aria-label^="Help"]')) {
    document.querySelector('[role="tooltip"] a[href*="term="]')?.click();
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".masthead");
  const left = element("div", "systems");
  if (data.sample) {
    const sample = element("span", "sample", "Sample");
    sample.title = data.sample;
    left.append(sample);
  }
  left.append(system("A", data.a), element("span", "muted", "vs"), system("B", data.b));
  const facts = element("span", "muted", data.segments + " · ");
  facts.append(asking("Δ = B − A", data.glossary, "delta"));
  left.append(facts);
  const right = element("div", "signature");
  const code = element("code", "", data.signature);
  code.title = data.signature;
  code.tabIndex = 0;
  const ask = asking("?", data.glossary, "signature");
  ask.setAttribute("aria-label", "Signature");
  right.append(ask, code, copyButton("Copy", data.signature));
  if (data.command) {
    const button = copyButton("sacreBLEU command", data.command);
    button.title = "Copy the command that gives the same scores:\n" + data.command;
    right.append(button);
  }
  root.replaceChildren(left, right);
  document.addEventListener("click", openEntry, { capture: true });
  return () => document.removeEventListener("click", openEntry, { capture: true });
}
