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

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".masthead");
  const left = element("div", "systems");
  left.append(system("A", data.a), element("span", "muted", "vs"), system("B", data.b));
  const count = data.segments.toLocaleString("en").replaceAll(",", "\u202f");
  left.append(element("span", "muted", count + (data.segments === 1 ? " segment" : " segments") + " · Δ = B − A"));
  const right = element("div", "signature");
  const code = element("code", "", data.signature);
  code.title = "What the scores depend on. Scores with different signatures cannot be compared.\n" + data.signature;
  code.tabIndex = 0;
  right.append(code, copyButton("Copy", data.signature));
  if (data.command) {
    const button = copyButton("sacreBLEU command", data.command);
    button.title = "Copy the command that gives the same scores:\n" + data.command;
    right.append(button);
  }
  root.replaceChildren(left, right);
}
