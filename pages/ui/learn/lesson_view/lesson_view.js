// A lesson. The prediction is sent when it is made; the answer comes only then.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function button(label, className, onclick) {
  const node = element("button", className, label);
  node.type = "button";
  node.onclick = onclick;
  return node;
}

// A question with choices: one press is the prediction. With a number: typed, then Enter.
function ask(data, send) {
  const box = element("div", "answer");
  if (data.choices.length) {
    for (const [value, text] of data.choices) {
      const chosen = data.prediction === value;
      const node = button(text, "choice" + (chosen ? " on" : ""), () => send("predict", value));
      node.setAttribute("aria-pressed", chosen);
      box.append(node);
    }
    return box;
  }
  const form = element("form");
  const input = element("input");
  input.setAttribute("aria-label", "Your prediction");
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.maxLength = 20;
  input.placeholder = "a number";
  input.value = data.prediction ?? "";
  form.append(input, Object.assign(element("button", "go", "Check"), { type: "submit" }));
  form.onsubmit = (event) => { event.preventDefault(); if (input.value.trim()) send("predict", input.value.trim()); };
  box.append(form);
  return box;
}

function reveal(data) {
  const box = element("div", "reveal" + (data.reveal.right === null ? "" : data.reveal.right ? " right" : " wrong"));
  const verdict = { true: "✓ Right: ", false: "✗ Not quite. It is ", null: "Answer: " }[data.reveal.right];
  const line = element("p", "verdict");
  line.append(element("span", "", verdict), element("b", "figure", data.reveal.answer));
  box.append(line, ...data.reveal.why.map((text) => element("p", "", text)));
  return box;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lesson");
  const send = (what, value) => setTriggerValue(what, value);
  const kicker = element("p", "kicker");
  kicker.append(element("span", "", "Lesson " + data.number + " of " + data.of));
  const steps = element("span", "steps");
  for (const [label, name, title] of [["‹", data.previous, "Previous lesson"], ["›", data.next, "Next lesson"]]) {
    const node = button(label, "", () => send("go", name));
    node.disabled = name === null;
    node.setAttribute("aria-label", title);
    node.title = title;
    steps.append(node);
  }
  kicker.append(steps);
  const card = element("div", "card");
  const question = element("p", "question", data.question);
  card.append(question, ask(data, send));
  const result = element("div");
  result.setAttribute("aria-live", "polite");
  if (data.reveal) result.append(reveal(data));
  card.append(result);
  const nodes = [kicker, element("h2", "", data.title), ...data.text.map((text) => element("p", "prose", text)), card];
  if (data.variants.length) {
    const bar = element("div", "variants");
    bar.append(element("span", "muted", "On the bench:"));
    for (const v of data.variants) {
      const node = button(v.label, v.on ? "on" : "", () => send("variant", v.name));
      node.setAttribute("aria-pressed", v.on);
      bar.append(node);
    }
    nodes.push(bar);
  }
  nodes.push(element("p", "source", data.source));
  const focused = root.name === data.name && root.getRootNode().activeElement;
  const again = focused && root.contains(focused) ? (focused.getAttribute("aria-label") || focused.textContent) : null;
  root.replaceChildren(...nodes);
  root.name = data.name;
  if (again) [...root.querySelectorAll("button, input")].find((n) => (n.getAttribute("aria-label") || n.textContent) === again)?.focus();
}
