// Above the matrix: what its cells show, and which p; beside them what that is.

import { button, element } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";

const LABELS = [["delta", "Δ"], ["p", "p"], ["won", "segments won"]];

/**
 * @param {import("./pairs.js").Pairs} data
 * @param {import("./pairs.js").Shown} shown
 * @param {() => void} fit
 */
export function switches(data, shown, fit) {
  const bar = element("div", "bar");
  const group = element("div", "buttons");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "What the cells show");
  const note = element("p", "note"), family = element("p", "note");
  /** @type {Record<string, boolean>} */
  const there = { delta: true, p: data.tested, won: !!data.won };
  const buttons = LABELS.filter(([what]) => there[what]).map(([what, label]) => {
    const node = button(label, "", () => { shown.what = what; show(); });
    return { what, node };
  });
  group.append(...buttons.map(({ node }) => node));
  bar.append(group);
  const alone = element("input");
  if (data.tested && data.p.length > 1) {
    const label = element("label");
    alone.type = "checkbox";
    alone.onchange = () => { shown.alone = alone.checked; show(); };
    label.append(alone, " uncorrected");
    bar.append(label, asking("Holm", data.glossary, "holm"));
  }
  const show = () => {
    if (!buttons.some(({ what }) => what === shown.what)) shown.what = "delta";
    for (const { what, node } of buttons) {
      node.classList.toggle("on", what === shown.what);
      node.setAttribute("aria-pressed", String(what === shown.what));
    }
    alone.checked = shown.alone;
    note.textContent = data.notes[shown.what];
    family.textContent = data.family[shown.alone ? 1 : 0];
    fit();
  };
  show();
  const all = element("div", "switches");
  all.append(bar, note, family);
  return all;
}
