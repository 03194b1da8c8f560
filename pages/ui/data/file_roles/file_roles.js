// What was recognised in the files: a row per column, whose role, name and baseline can be changed.

import { element, find } from "browser/dom.js";
import { A } from "browser/pair.js";

/** @typedef {{ data: any, send: (change: Record<string, unknown>) => void }} Drawing */

/** @param {any} row @param {Drawing} drawing */
function role(row, { data, send }) {
  const choice = element("select", row.role === "system" ? (row.baseline ? "system a" : "system") : "");
  choice.dataset.focus = "role " + row.id;
  choice.setAttribute("aria-label", "Role of " + row.name);
  for (const value of row.roles) {
    const option = element("option", "", data.labels[value]);
    option.value = value;
    option.selected = value === row.role;
    choice.append(option);
  }
  choice.onchange = () => send({ id: row.id, role: choice.value });
  return choice;
}

/** The name of a system can be typed; others have that of their column. @param {any} row @param {Drawing} drawing */
function name(row, { data, send }) {
  if (row.role !== "system") return element("bdi", "name", row.name);
  const field = element("input", "name");
  field.type = "text";
  field.maxLength = data.longest;
  field.value = row.called || row.name;
  field.dataset.focus = "name " + row.id;
  field.dir = "auto";
  field.setAttribute("aria-label", "Name of the system " + row.name);
  field.onchange = () => send({ id: row.id, name: field.value === row.name ? "" : field.value });
  return field;
}

/** @param {any} row @param {Drawing} drawing */
function baseline(row, { data, send }) {
  if (row.role !== "system" || !data.choosing) return "";
  const label = element("label", "baseline"), choice = element("input");
  choice.type = "radio";
  choice.name = "baseline";
  choice.checked = row.baseline;
  choice.dataset.focus = "baseline " + row.id;
  choice.setAttribute("aria-label", "Baseline: " + row.name);
  choice.onchange = () => send({ id: row.id, baseline: true });
  label.dataset.called = A;
  label.append(choice);
  return label;
}

/** @param {any} row */
function size(row) {
  const node = element("span", row.odd ? "odd" : "", (row.odd ? "⚠ " : "") + row.lines);
  if (row.odd) node.title = "Not as many as the other files";
  return node;
}

/** @param {any} row */
function preview(row) {
  const node = element("bdi", "preview", row.preview[0] || "");
  node.title = row.preview.join("\n");
  return node;
}

/** @param {any} row */
function file(row) {
  const node = element("span", "file"), name = element("bdi", "", row.file);
  node.append(name, row.format ? ` (${row.format})` : "");
  node.title = node.textContent || "";
  return node;
}

/** @param {any} row @param {Drawing} drawing */
function line(row, drawing) {
  const node = element("tr", row.role === "leave out" || row.role === "scores" ? "out" : "");
  const cells = [role(row, drawing), name(row, drawing), baseline(row, drawing), file(row), size(row), preview(row)];
  for (const [place, content] of cells.entries()) {
    const cell = element("td", drawing.data.headings[place].class);
    cell.append(content);
    node.append(cell);
  }
  return node;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".file-roles");
  const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const kept = focused instanceof HTMLElement ? focused.dataset.focus : "";
  const drawing = { data, send: (/** @type {any} */ change) => setTriggerValue("set", change) };
  const table = element("table"), head = element("tr");
  table.setAttribute("aria-label", "Recognized files and columns");
  for (const heading of data.headings) {
    const cell = element("th", heading.class, heading.label);
    cell.scope = "col";
    head.append(cell);
  }
  const top = element("thead"), body = element("tbody");
  top.append(head);
  body.append(...data.rows.map((/** @type {any} */ row) => line(row, drawing)));
  table.append(top, body);
  root.replaceChildren(table);
  if (kept) find(root, `[data-focus="${CSS.escape(kept)}"]`)?.focus();
}
