// Sentences in spans, and HTML of reports, as Python ships them.

import { element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { oneLine } from "./numbers.js";

/** Texts of users, which may be written in any direction. */
const USER_TONES = ["quoted", "name", "sentence", "signature"];

/**
 * The nodes of a sentence; a glossary explains each term where it comes first.
 * @param {import("./document.js").Text} text
 * @param {(hash: string) => string} address of the links
 * @param {import("browser/glossary_tip.js").Glossary} [glossary]
 * @returns {(Node | string)[]}
 */
export function spanNodes(text, address, glossary) {
  const explained = new Set([""]);
  return text.map(([words, tone = "", term = "", opens = ""]) => {
    const shown = oneLine(words), link = opens.startsWith("#"), asks = glossary && !link && !explained.has(term);
    explained.add(term);
    const inside = asks ? asking(shown, glossary, term) : shown;
    if (!tone && !link) return inside;
    const name = USER_TONES.includes(tone) ? "bdi" : tone === "strong" ? "b" : "span";
    const node = tone ? element(name, "tone-" + tone) : inside;
    if (node instanceof HTMLElement && tone) node.append(inside);
    return link ? linkTo(address(opens), "", node) : node;
  });
}

/**
 * Draw a sentence into a node.
 * @template {HTMLElement} Node
 * @param {Node} node
 * @param {import("./document.js").Text} text
 * @param {(hash: string) => string} [address] of the links, if it has any
 */
export function drawText(node, text, address = (hash) => hash) {
  node.replaceChildren(...spanNodes(text, address));
  return node;
}

/** A link with its contents. @param {string} href @param {string} className @param {(Node | string)[]} contents */
export function linkTo(href, className, ...contents) {
  const link = element("a", className);
  link.href = href;
  link.append(...contents);
  return link;
}

/**
 * Show the HTML of a report: the one place where text becomes markup, as Python has escaped all that is data in it.
 * @param {HTMLElement} node
 * @param {string} html
 */
export function showReport(node, html) {
  node.innerHTML = html;
}
