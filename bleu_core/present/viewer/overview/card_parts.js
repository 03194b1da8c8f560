// What the cards of the overview share.

import { element } from "browser/dom.js";
import { linkTo } from "../spans.js";

/**
 * A card with its heading, and a link to all that it shows some of.
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @param {string} all the label of the link
 * @param {string} href
 */
export function evidenceCard(name, title, about, all, href) {
  const card = element("section", "card " + name), top = element("div", "card-top");
  top.append(element("h2", "", title));
  if (about) top.append(element("span", "muted", about));
  top.append(linkTo(href, "all", `${all} →`));
  card.append(top);
  return card;
}

/** The tone of a number, by its sign. @param {number} value */
export function toneOf(value) {
  return value > 0 ? "gain" : value < 0 ? "loss" : "muted";
}

/** A bar of a share of its place. @param {number} value @param {number} largest */
export function shareBar(value, largest) {
  const bar = element("span", "bar " + toneOf(value));
  bar.style.width = `${(100 * Math.abs(value)) / (largest || 1)}%`;
  return bar;
}
