// The desk: the texts and settings that are edited. Its fields are rebuilt only when a
// bench arrives that was not typed here, so that the focus and the cursor stay.

const DEBOUNCE = 200;
const NAMES = { candidates: ["A", "B"], references: ["Reference 1", "Reference 2", "Reference 3", "Reference 4"] };

function fit(area) {
  area.style.height = "auto";
  area.style.height = area.scrollHeight + 2 + "px";
}

function action(label, title, onclick) {
  const button = element("button", "quiet", label);
  button.type = "button";
  button.title = title;
  button.onclick = onclick;
  return button;
}

function textField(root, kind, index) {
  const { local, data } = root;
  const name = NAMES[kind][index];
  const row = element("div", "field " + (kind === "candidates" ? name.toLowerCase() : "reference"));
  const label = element("label", "", kind === "candidates" ? "Candidate " + name : name);
  const area = element("textarea");
  area.id = kind + index;
  label.htmlFor = area.id;
  area.rows = 1;
  area.dir = "auto";
  area.spellcheck = false;
  area.maxLength = data.longest;
  area.value = local[kind][index];
  area.oninput = () => { local[kind][index] = area.value; fit(area); root.later(); };
  row.append(label, area);
  const removable = local[kind].length > 1 && index === local[kind].length - 1;
  if (removable) row.append(action("×", "Remove " + name, () => { local[kind].pop(); root.rebuild(); root.now(); }));
  return row;
}

function setting(label, title, control) {
  const box = element("label", "setting");
  box.title = title;
  box.append(element("span", "", label), control);
  return box;
}

function select(root, name, options) {
  const control = element("select");
  for (const [value, text] of options) control.append(Object.assign(element("option", "", text), { value }));
  control.value = String(root.local.settings[name]);
  control.onchange = () => {
    root.local.settings[name] = control.value;
    if (name === "max_ngram_order") root.local.settings.weights = "";
    if (name === "smooth_method") root.local.settings.smooth_value = "";
    root.rebuild("settings");
    root.now();
  };
  return control;
}

function typed(root, name, placeholder, size) {
  const control = element("input");
  control.type = "text";
  control.placeholder = placeholder;
  control.value = root.local.settings[name];
  control.size = size;
  control.oninput = () => { root.local.settings[name] = control.value; root.later(); };
  return control;
}

function tick(root, name) {
  const control = element("input");
  control.type = "checkbox";
  control.checked = root.local.settings[name];
  control.onchange = () => { root.local.settings[name] = control.checked; root.now(); };
  return control;
}

function settingsRow(root) {
  const { data, local } = root;
  const row = element("div", "settings");
  const orders = Array.from({ length: data.options.orders }, (_, i) => [String(i + 1), String(i + 1)]);
  const plain = (names) => names.map((name) => [name, name]);
  row.append(
    setting("Tokenizer", data.terms.token[1], select(root, "tokenize", plain(data.options.tokenizers))),
    setting("Ignore case", "Lower-case everything before scoring.", tick(root, "lowercase")),
    setting("N", data.terms["n-gram"][1], select(root, "max_ngram_order", orders)),
    setting("Weights", data.terms.weights[1] + " For example: 0.4, 0.3, 0.2, 0.1", typed(root, "weights", "equal", 14)),
    setting("Smoothing", data.terms.smoothing[1], select(root, "smooth_method", plain(data.options.smoothing))),
  );
  if (local.settings.smooth_method in data.options.values) {
    row.append(setting("value", data.terms.floor[1], typed(root, "smooth_value", data.options.values[local.settings.smooth_method], 4)));
  }
  row.append(
    setting("Reference length", data.terms.r[1], select(root, "reference_length", plain(data.options.lengths))),
    setting("Effective order", data.terms["effective-order"][1], tick(root, "effective_order")),
  );
  return row;
}

function desk(root, what) {
  if (what !== "settings") {
    const texts = [];
    for (const kind of ["candidates", "references"]) root.local[kind].forEach((_, i) => texts.push(textField(root, kind, i)));
    const more = element("div", "more-fields");
    const add = (kind, label, text) => {
      if (root.local[kind].length >= NAMES[kind].length) return;
      more.append(action(label, "", () => {
        root.local[kind].push(text());
        root.rebuild();
        root.now();
        root.parts.texts.querySelector("#" + kind + (root.local[kind].length - 1)).focus();
      }));
    };
    add("candidates", "+ Candidate B", () => root.local.candidates[0]);
    add("references", "+ Reference", () => "");
    more.append(element("span", "muted", "Several lines are several segments: line 1 of all, line 2 of all …"));
    root.parts.texts.replaceChildren(...texts, more);
    requestAnimationFrame(() => root.parts.texts.querySelectorAll("textarea").forEach(fit));
  }
  root.parts.settings.replaceChildren(settingsRow(root));
}
