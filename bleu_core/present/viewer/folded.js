// Rows that open: what a screen does not show at first.

import { element } from "browser/dom.js";
import { showReport } from "./spans.js";

/** @typedef {{title: string, html: string}} Folded a part of a report: HTML that Python has escaped */

/** @param {string} html */
export function reportOf(html) {
  const node = element("div", "report");
  showReport(node, html);
  return node;
}

/**
 * @param {string} title
 * @param {(Node | string)[]} about beside the title
 * @param {HTMLElement} inside
 * @param {() => void} [opened]
 */
export function foldedRow(title, about, inside, opened) {
  const row = element("details", "folded"), summary = element("summary");
  summary.append(element("b", "", title), ...about);
  inside.classList.add("inside");
  row.append(summary, inside);
  if (opened) row.ontoggle = () => { if (row.open) opened(); };
  return row;
}

/** Parts of a report. @param {Folded[]} parts */
export function foldedReport(parts) {
  return parts.map(({ title, html }) => foldedRow(title, [], reportOf(html)));
}

/** On paper nothing can be folded out. @param {HTMLElement} root */
export function openFoldsToPrint(root) {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...root.querySelectorAll("details")].filter(({ open }) => !open);
    for (const node of opened) node.open = true;
  });
  addEventListener("afterprint", () => {
    for (const node of opened) node.open = false;
  });
}
