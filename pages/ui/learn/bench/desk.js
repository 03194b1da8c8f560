// The texts and settings. Fields are rebuilt only for a bench not typed here, to keep the focus.

import { lengthOf } from "browser/characters.js";
import { button, element, find } from "browser/dom.js";

// ---- The settings.

/** @typedef {Record<string, any>} Settings */

/** @param {string} label @param {string} title @param {HTMLElement} control */
function setting(label, title, control) {
  return element("label", { className: "setting", title }, element("span", "", label), control);
}

/** @param {Settings} settings @param {string} name @param {string[]} options @param {() => void} chosen */
function choice(settings, name, options, chosen) {
  const control = element("select", "", ...options.map((value) => element("option", { value }, value)));
  control.value = String(settings[name]);
  control.onchange = () => {
    settings[name] = control.value;
    if (name === "max_ngram_order") settings.weights = "";
    if (name === "smooth_method") settings.smooth_value = "";
    chosen();
  };
  return control;
}

/** @param {Settings} settings @param {string} name @param {string} placeholder @param {number} size @param {() => void} typed */
function field(settings, name, placeholder, size, typed) {
  const control = element("input", { type: "text", placeholder, value: settings[name], size });
  control.oninput = () => { settings[name] = control.value; typed(); };
  return control;
}

/** @param {Settings} settings @param {string} name @param {() => void} ticked */
function tick(settings, name, ticked) {
  const control = element("input", { type: "checkbox", checked: settings[name] });
  control.onchange = () => { settings[name] = control.checked; ticked(); };
  return control;
}

/**
 * @param {import("./bench.js").BenchData} data @param {Settings} settings as they are on the desk
 * @param {() => void} chosen something on which other settings depend @param {() => void} ticked @param {() => void} typed
 */
function settingsRow({ options, terms }, settings, chosen, ticked, typed) {
  const orders = Array.from({ length: options.orders }, (_, i) => String(i + 1));
  const value = options.values[settings.smooth_method];
  return element("div", "settings",
    setting("Tokenizer", terms.token[1], choice(settings, "tokenize", options.tokenizers, chosen)),
    setting("Ignore case", "Lower-case everything before scoring.", tick(settings, "lowercase", ticked)),
    setting("N", terms["n-gram"][1], choice(settings, "max_ngram_order", orders, chosen)),
    setting("Weights", terms.weights[1] + " For example: 0.4, 0.3, 0.2, 0.1", field(settings, "weights", "equal", 14, typed)),
    setting("Smoothing", terms.smoothing[1], choice(settings, "smooth_method", options.smoothing, chosen)),
    ...(value === undefined ? [] : [setting("Value", terms[settings.smooth_method][1], field(settings, "smooth_value", value, 4, typed))]),
    setting("Reference length", terms.r[1], choice(settings, "reference_length", options.lengths, chosen)),
    setting("Effective order", terms["effective-order"][1], tick(settings, "effective_order", ticked)),
  );
}

// ---- The texts.

/** @typedef {ReturnType<typeof import("./bench.js").build>} Bench */

/** @typedef {"candidates" | "references"} Kind */
/** @type {Record<Kind, string[]>} */
const NAMES = { candidates: ["A", "B"], references: ["Reference 1", "Reference 2", "Reference 3", "Reference 4"] };
const DEBOUNCE = 200; // milliseconds after the last key

/** Send the texts and settings to Python at once, if the texts fit. @param {Bench} bench */
function sendNow(bench) {
  clearTimeout(bench.timer);
  if (fits(bench)) bench.send("edit"); else hideScores(bench);
}

/** @param {Bench} bench */
function sendLater(bench) {
  clearTimeout(bench.timer);
  if (fits(bench)) bench.timer = setTimeout(() => bench.send("edit", true), DEBOUNCE); else hideScores(bench);
}

/** The scores and steps of the texts before, until they fit. @param {Bench} bench */
export function hideScores(bench) {
  const { node, data, parts } = bench, hides = !data.covered && !fits(bench);
  node.classList.toggle("unscored", hides);
  if (!hides) return;
  parts.said.replaceChildren();
  parts.scores.replaceChildren(element("p", "problem", `No score: a text has more than ${data.longest} characters.`));
}

/** @param {Bench} bench */
const fits = ({ local, data }) => [...local.candidates, ...local.references].every((text) => lengthOf(text) <= data.longest);

/** @param {HTMLTextAreaElement} area */
function fit(area) {
  area.style.height = "auto";
  area.style.height = area.scrollHeight + 2 + "px";
}

/** @param {string} label @param {string} title @param {() => void} act */
export function action(label, title, act) {
  const node = button(label, "quiet", act);
  node.title = title;
  return node;
}

/** @param {Bench} bench @param {Kind} kind @param {number} index */
function textField(bench, kind, index) {
  const { local, data } = bench;
  const name = NAMES[kind][index], id = kind + index, isCandidate = kind === "candidates";
  const label = element("label", { htmlFor: id }, isCandidate ? "Candidate " + name : name);
  const area = element("textarea", { id, rows: 1, dir: "auto", spellcheck: false, value: local[kind][index] });
  const told = element("p", { className: "toolong", role: "status" });
  area.oninput = () => {
    const size = lengthOf(area.value);
    local[kind][index] = area.value;
    fit(area);
    told.textContent = size > data.longest ? `${size} characters; the limit is ${data.longest}. Shorten the text to score it.` : "";
    sendLater(bench);
  };
  const row = element("div", "field " + (isCandidate ? name.toLowerCase() : "reference"), label, area);
  if (index > 0 && index === local[kind].length - 1) {
    const remove = action("×", "Remove " + name, () => changeFields(bench, kind, (texts) => texts.pop()));
    remove.ariaLabel = remove.title;
    row.append(remove);
  }
  row.append(told);
  return row;
}

/** Add a text to the desk or remove one, and focus the last. @param {Bench} bench @param {Kind} kind @param {(texts: string[]) => void} change */
function changeFields(bench, kind, change) {
  change(bench.local[kind]);
  drawDesk(bench);
  sendNow(bench);
  find(bench.parts.texts, "#" + kind + (bench.local[kind].length - 1)).focus();
}

/** @param {Bench} bench */
export function drawDesk(bench) {
  const { local, parts } = bench;
  const more = element("div", "more-fields");
  const offer = (/** @type {Kind} */ kind, /** @type {string} */ label, /** @type {() => string} */ text) => {
    if (local[kind].length < NAMES[kind].length) more.append(action(label, "", () => changeFields(bench, kind, (texts) => texts.push(text()))));
  };
  offer("candidates", "+ Candidate B", () => local.candidates[0]);
  offer("references", "+ Reference", () => "");
  more.append(element("span", "muted", "Each line is a segment: line 1 of every text, line 2 of every text …"));
  parts.texts.replaceChildren(
    ...local.candidates.map((_, i) => textField(bench, "candidates", i)),
    ...local.references.map((_, i) => textField(bench, "references", i)), more);
  requestAnimationFrame(() => parts.texts.querySelectorAll("textarea").forEach(fit));
  drawSettings(bench);
}

/** @param {Bench} bench */
function drawSettings(bench) {
  const again = () => { drawSettings(bench); sendNow(bench); };
  bench.parts.settings.replaceChildren(settingsRow(bench.data, bench.local.settings, again, () => sendNow(bench), () => sendLater(bench)));
}
