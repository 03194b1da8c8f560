// What the marks of an open segment mean, in one line.

import { element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { step } from "./line_marks.js";

/** @param {string} name @param {...[className: string, text: string]} samples */
function legendItem(name, ...samples) {
  const item = element("span", "item");
  item.append(name, ...samples.flatMap(([className, text], i) => [i ? ", " : name && " ", element("span", className, text)]));
  return item;
}

/** A sample of each colour, with its orders. @param {string} side @param {number} highest */
function depthSamples(side, highest) {
  const orders = Array.from({ length: highest }, (_, i) => i + 1), item = element("span", "item depths " + side);
  for (const depth of new Set(orders.map((n) => step(n, highest)))) {
    const own = orders.filter((n) => step(n, highest) === depth);
    item.append(element("span", "m" + depth, own.length > 1 ? `${own[0]}–${own.at(-1)}` : String(own[0])));
  }
  return item;
}

/**
 * @param {import("./opened.js").Opened} opened
 * @param {import("./opened.js").Ui} ui
 * @param {import("browser/glossary_tip.js").Glossary} glossary
 * @param {boolean} searched
 */
export function segmentLegend({ config, texts }, ui, glossary, searched) {
  const references = texts.references.length > 1 ? "references:" : "reference:";
  const found = searched ? [legendItem("search:", ["found", "found"])] : [];
  if (ui.all) {
    return [asking("longest match", glossary, "depth"), depthSamples("a", config.max_ngram_order), depthSamples("b", config.max_ngram_order), legendItem("", ["clipped", "clipped"]),
      legendItem(references, ["had-a", "more in A"], ["has-b", "more in B"], ["equal", "equal"], ["missed", "missed"]), ...found];
  }
  const own = legendItem("", ["own", "B’s own words"]);
  own.append(", unmatched; bold: changed");
  return [
    legendItem("", ["lost", "lost by B"]), legendItem("", ["gained", "gained by B"]), legendItem("", ["shared", "matched in both"]), own,
    legendItem(references, ["had-a", "matched by A"], ["has-b", "matched by B"]), ...found,
  ];
}
