// What was recognised in the files: a row per column, whose role, name and baseline can be changed.

import { afterRelease, element, find, focusOf } from "browser/dom.js";
import { A } from "browser/pair.js";

/** @typedef {{ data: any, send: (change: Record<string, unknown>) => void }} Drawing */

/** @param {any} row @param {Drawing} drawing */
function role(row, { data, send }) {
  const options = row.roles.map((/** @type {string} */ value) => element("option", { value, selected: value === row.role }, data.labels[value]));
  const choice = element("select", row.role !== "system" ? "" : row.baseline ? "system a" : "system", ...options);
  choice.ariaLabel = "Role of " + row.name;
  choice.dataset.focus = "role " + row.id;
  choice.onchange = () => send({ id: row.id, role: choice.value });
  return choice;
}

/** The name of a system can be typed; others have that of their column. @param {any} row @param {Drawing} drawing */
function name(row, { data, send }) {
  if (row.role !== "system") return element("bdi", "name", row.name);
  const field = element("input", { className: "name", type: "text", maxLength: data.longest, value: row.called || row.name, dir: "auto" });
  field.ariaLabel = "Name of the system " + row.name;
  field.dataset.focus = "name " + row.id;
  field.onchange = () => send({ id: row.id, name: field.value === row.name ? "" : field.value });
  return field;
}

/** @param {any} row @param {Drawing} drawing */
function baseline(row, { data, send }) {
  if (row.role !== "system" || !data.choosing) return "";
  const choice = element("input", { type: "radio", name: "baseline", checked: row.baseline, ariaLabel: "Baseline: " + row.name });
  choice.dataset.focus = "baseline " + row.id;
  choice.onchange = () => send({ id: row.id, baseline: true });
  const label = element("label", "baseline", choice);
  label.dataset.called = A;
  return label;
}

/** @param {any} row */
function size(row) {
  return row.odd ? element("span", { className: "odd", title: "Not as many as the other files" }, "⚠ " + row.lines) : element("span", "", row.lines);
}

/** @param {any} row */
function file(row) {
  const node = element("span", "file", element("bdi", "", row.file), row.format ? ` (${row.format})` : "");
  node.title = node.textContent;
  return node;
}

/** @param {any} row @param {Drawing} drawing */
function line(row, drawing) {
  const preview = element("bdi", { className: "preview", title: row.preview.join("\n") }, row.preview[0] || "");
  const cells = [role(row, drawing), name(row, drawing), baseline(row, drawing), file(row), size(row), preview];
  return element("tr", row.role === "leave out" || row.role === "scores" ? "out" : "",
    ...cells.map((content, i) => element("td", drawing.data.headings[i].class, content)));
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = /** @type {HTMLElement & {draw?: ReturnType<typeof afterRelease>}} */ (find(parentElement, ".file-roles"));
  root.draw ??= afterRelease(root);
  root.draw(() => drawRoles(root, data, setTriggerValue));
}

/** @param {HTMLElement} root @param {any} data @param {import("browser/dom.js").Mounted["setTriggerValue"]} setTriggerValue */
function drawRoles(root, data, setTriggerValue) {
  const kept = focusOf(root)?.dataset.focus;
  const drawing = { data, send: (/** @type {any} */ change) => setTriggerValue("set", change) };
  const headings = data.headings.map((/** @type {any} */ heading) => element("th", { className: heading.class, scope: "col" }, heading.label));
  const rows = data.rows.map((/** @type {any} */ row) => line(row, drawing));
  root.replaceChildren(element("table", { ariaLabel: "Recognized files and columns" },
    element("thead", "", element("tr", "", ...headings)), element("tbody", "", ...rows)));
  if (kept) find(root, `[data-focus="${CSS.escape(kept)}"]`)?.focus();
}
