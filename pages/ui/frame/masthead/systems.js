// The two systems of the pair: their names, or lists to choose them from, and how large the set is.

import { button, element, find } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";
import { choose } from "./pair.js";

/**
 * @typedef {object} Line
 * @property {any} data
 * @property {import("./pair.js").Pair} pair
 * @property {HTMLElement} root
 * @property {(message: object) => void} send
 * @property {() => void} share asks for the dialog on who else may open this
 * @property {AbortController} listening
 */

const ROLES = { a: "System A, the baseline", b: "System B, the candidate" };
const STEPPED_BY = { a: "{ and }", b: "[ and ]" };
const SIDES = /** @type {const} */ (["a", "b"]);

/** Show what was chosen, and send it. @param {Line} line @param {"a" | "b"} side @param {number} system */
export function change(line, side, system) {
  const message = choose(line.pair, side, system);
  showPair(line);
  line.send(message);
}

/** The names as the pair has them now. @param {Line} line */
export function showPair({ data, pair, root }) {
  for (const side of SIDES) {
    const node = find(root, ".system." + side), name = find(node, ".name");
    const text = data.systems[pair[side]];
    if (name instanceof HTMLSelectElement) name.selectedIndex = pair[side];
    else name.textContent = text;
    node.title = `${ROLES[side]}: ${text}` + (data.systems.length > 2 ? `\nKeys: ${STEPPED_BY[side]}` : "");
  }
}

/** @param {Line} line @param {"a" | "b"} side */
function list(line, side) {
  const node = element("select", "name");
  node.setAttribute("aria-label", ROLES[side]);
  node.setAttribute("aria-keyshortcuts", STEPPED_BY[side].replace(" and", ""));
  node.append(...line.data.systems.map((/** @type {string} */ name) => new Option(name)));
  // Who chose by mouse goes on with the screen's keys, which here would choose by first letter.
  let byMouse = false;
  node.onpointerdown = () => { byMouse = true; };
  node.onkeydown = () => { byMouse = false; };
  node.onchange = () => {
    change(line, side, node.selectedIndex);
    if (byMouse) node.blur();
  };
  return node;
}

/** @param {Line} line @param {"a" | "b"} side */
function system(line, side) {
  const node = element("span", "system " + side);
  const isChosen = line.data.systems.length > 2;
  node.append(element("span", "square"), element("b", "", side.toUpperCase()), isChosen ? list(line, side) : element("span", "name"));
  return node;
}

/** @param {Line} line */
function swap(line) {
  const node = button("⇄", "swap", () => change(line, "a", line.pair.b));
  node.setAttribute("aria-label", "Swap A and B");
  node.setAttribute("aria-keyshortcuts", "\\");
  node.title = "Swap A and B\nKey: \\";
  return node;
}

/** @param {Line} line */
export function systems(line) {
  const { data } = line;
  const box = element("div", "systems");
  if (data.badge.length) {
    const [text, title] = data.badge;
    const badge = element("span", "badge", text);
    badge.title = title;
    box.append(badge);
  }
  const swaps = data.systems.length > 1 && !data.fixed;
  box.append(system(line, "a"), ...(swaps ? [swap(line)] : []), system(line, "b"));
  const facts = element("span", "facts muted");
  const told = [data.size, data.segments, data.references].filter(Boolean);
  for (const fact of told) facts.append(element("span", "fact", fact + " · "));
  facts.append(asking("Δ = B − A", data.glossary, "delta"));
  facts.title = told.join(" · ");
  box.append(facts);
  return box;
}
