// The settings on the desk.

import { element } from "../../widgets/dom.js";

/** @typedef {Record<string, any>} Settings */

/** @param {string} label @param {string} title @param {HTMLElement} control */
function setting(label, title, control) {
  const box = element("label", "setting");
  box.title = title;
  box.append(element("span", "", label), control);
  return box;
}

/** @param {Settings} settings @param {string} name @param {string[]} options @param {() => void} chosen */
function choice(settings, name, options, chosen) {
  const control = element("select");
  for (const option of options) control.append(Object.assign(element("option", "", option), { value: option }));
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
  const control = element("input");
  control.type = "text";
  control.placeholder = placeholder;
  control.value = settings[name];
  control.size = size;
  control.oninput = () => { settings[name] = control.value; typed(); };
  return control;
}

/** @param {Settings} settings @param {string} name @param {() => void} ticked */
function tick(settings, name, ticked) {
  const control = element("input");
  control.type = "checkbox";
  control.checked = settings[name];
  control.onchange = () => { settings[name] = control.checked; ticked(); };
  return control;
}

/**
 * @param {import("./bench_data.js").BenchData} data
 * @param {Settings} settings as they are on the desk
 * @param {() => void} chosen something on which other settings depend
 * @param {() => void} ticked
 * @param {() => void} typed
 */
export function settingsRow({ options, terms }, settings, chosen, ticked, typed) {
  const row = element("div", "settings");
  const orders = Array.from({ length: options.orders }, (_, i) => String(i + 1));
  row.append(
    setting("Tokenizer", terms.token[1], choice(settings, "tokenize", options.tokenizers, chosen)),
    setting("Ignore case", "Lower-case everything before scoring.", tick(settings, "lowercase", ticked)),
    setting("N", terms["n-gram"][1], choice(settings, "max_ngram_order", orders, chosen)),
    setting("Weights", terms.weights[1] + " For example: 0.4, 0.3, 0.2, 0.1", field(settings, "weights", "equal", 14, typed)),
    setting("Smoothing", terms.smoothing[1], choice(settings, "smooth_method", options.smoothing, chosen)),
  );
  if (settings.smooth_method in options.values) {
    row.append(setting("value", terms.floor[1], field(settings, "smooth_value", options.values[settings.smooth_method], 4, typed)));
  }
  row.append(
    setting("Reference length", terms.r[1], choice(settings, "reference_length", options.lengths, chosen)),
    setting("Effective order", terms["effective-order"][1], tick(settings, "effective_order", ticked)),
  );
  return row;
}
