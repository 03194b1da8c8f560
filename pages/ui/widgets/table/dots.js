// A strip of dots in a cell: a dot a score, 0 to 100, with a name that shows while it is pointed at.

import { element } from "../dom.js";

/** @typedef {[score: number, told: string, tone: string]} Dot tone is "a", "b" or "" */

/** How many dots that would lie on one another stand above each other, and how far, in pixels. */
const TALLEST = 5, APART = 4;

/** @param {Dot[]} dots */
export function stripOfDots(dots) {
  const box = element("div", "dots");
  const strip = box.appendChild(element("div", "strip"));
  const told = box.appendChild(element("div", "told"));
  /** @type {Map<number, number>} */
  const above = new Map();
  const usual = dots.filter((dot) => !dot[2]);
  for (const [score, text, tone] of [...usual, ...dots.filter((dot) => dot[2])]) { // A and B on top
    const place = Math.round(score / 1.5);
    const n = above.get(place) ?? 0;
    above.set(place, n + 1);
    const dot = strip.appendChild(element("span", "dot " + tone));
    dot.style.left = Math.min(100, score) + "%";
    dot.style.marginTop = ((n % TALLEST) + 1 >> 1) * (n % 2 ? -APART : APART) + "px";
    dot.title = text;
    dot.onpointerenter = () => { told.textContent = text; };
    dot.onpointerleave = () => { told.textContent = ""; };
  }
  return box;
}
