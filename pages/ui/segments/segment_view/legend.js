// What the colours and lines of the segment mean.

import { element } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";
import { step } from "../../widgets/marked_lines.js";

/**
 * @param {number} order
 * @param {import("../../widgets/glossary_tip.js").Glossary} glossary
 * @param {boolean} searched
 * @param {boolean} others
 */
export function legend(order, glossary, searched, others) {
  const all = Array.from({ length: order }, (_, i) => i + 1);
  const steps = [...new Set(all.map((n) => step(n, order)))];
  const chips = (/** @type {string} */ side) => steps.map((s) => {
    const of = all.filter((n) => step(n, order) === s);
    const label = of.length > 1 ? of[0] + "–" + of.at(-1) : String(of[0]);
    return element("span", "chip " + side + " d" + s, label);
  });
  const items = [asking("longest credited n-gram", glossary, "depth"), ...chips("a"), ...chips("b"), ...(others ? chips("other") : []), element("span", "chip clipped", "clipped"),
    element("span", "sep", "in references:"), element("span", "chip more-a", "more by A"), element("span", "chip more-b", "more by B"),
    element("span", "chip alike", "alike"), element("span", "chip none", "missed by both")];
  if (searched) items.push(element("span", "sep", "search:"), element("mark", "", "found"));
  return items;
}
