// Sentences in spans, and the parts of reports, as Python ships them.

import { element } from "browser/dom.js";
import { oneLine } from "./numbers.js";

/** Texts of users, which may be written in any direction. */
const USER_TONES = ["quoted", "name", "sentence", "signature"];

/**
 * The nodes of a sentence. Neighbours that open the same are one link.
 * @param {import("./document.js").Text} text
 * @param {(hash: string) => string} address of the links
 * @returns {(Node | string)[]}
 */
export function spanNodes(text, address) {
  const /** @type {(Node | string)[]} */ nodes = [];
  let opened = "";
  for (const [words, tone = "", , opens = ""] of text) {
    const link = opens.startsWith("#"), name = USER_TONES.includes(tone) ? "bdi" : tone === "strong" ? "b" : "span";
    const node = tone ? element(name, "tone-" + tone, oneLine(words)) : oneLine(words), last = nodes[nodes.length - 1];
    if (link && opens === opened && last instanceof HTMLElement) last.append(node);
    else nodes.push(link ? linkTo(address(opens), "", node) : node);
    opened = link ? opens : "";
  }
  return nodes;
}

/** Draw a sentence into a node. @template {HTMLElement} Node @param {Node} node @param {import("./document.js").Text} text @param {(hash: string) => string} [address] of the links, if it has any */
export function drawText(node, text, address = (hash) => hash) {
  node.replaceChildren(...spanNodes(text, address));
  return node;
}

/** A link with its contents. @param {string} href @param {string} className @param {(Node | string)[]} contents */
export function linkTo(href, className, ...contents) {
  return element("a", { className, href }, ...contents);
}

// ---- Rows that open: what a screen does not show at first.

/** @typedef {{title: string, html: string}} Folded a part of a report: HTML that Python has escaped */

/** The HTML of a report: the one place where text becomes markup, as Python has escaped all that is data in it. @param {string} html */
export function reportOf(html) {
  return element("div", { className: "report", innerHTML: html });
}

/** @param {string} title @param {(Node | string)[]} about beside the title @param {HTMLElement} inside @param {() => void} [opened] */
export function foldedRow(title, about, inside, opened) {
  inside.classList.add("inside");
  const row = element("details", "folded", element("summary", "", element("b", "", title), ...about), inside);
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
