// The line under the navigation: the pair of systems, chosen by lists or keys, and the settings.

import { button, element, find } from "browser/dom.js";
import { freshId } from "browser/fresh_id.js";
import { asking } from "browser/glossary_tip.js";
import { changeOf, isWriting } from "browser/pair_keys.js";

// ---- The pair. A choice is shown at once; steps count from the pair on the screen, not from a late
// answer.

/**
 * @typedef {object} Pair
 * @property {number} a
 * @property {number} b
 * @property {string} waitingFor the id of the choice that is not answered, '' for none
 * @property {number} again how often it was sent again
 */

// A choice that comes while Python works on another one may get lost. So often it is sent again.
const MOST = 3;

/** @param {Pair} pair @param {{a: number, b: number, answered: string}} data */
function answer(pair, { a, b, answered }) {
  if (pair.waitingFor && pair.waitingFor !== answered && pair.again < MOST) return;
  Object.assign(pair, { a, b, waitingFor: "" });
}

/** The choice to send again after an answer to another one; nothing if all are answered. @param {Pair} pair */
function unanswered(pair) {
  if (!pair.waitingFor) return undefined;
  pair.again += 1;
  return { id: pair.waitingFor, a: pair.a, b: pair.b };
}

/**
 * The choice to send for this system as A or B; if it is the other one, the two swap.
 * @param {Pair} pair
 * @param {"a" | "b"} side
 * @param {number} system
 */
function choose(pair, side, system) {
  const other = side === "a" ? "b" : "a";
  if (pair[other] === system) pair[other] = pair[side];
  pair[side] = system;
  pair.waitingFor = freshId();
  pair.again = 0;
  return { id: pair.waitingFor, a: pair.a, b: pair.b };
}

/**
 * The system that many places on, from the last to the first, but for the other of the two.
 * @param {Pair} pair
 * @param {"a" | "b"} side
 * @param {number} by 1 or -1
 * @param {number} number how many systems there are
 */
function next(pair, side, by, number) {
  let system = pair[side];
  do system = (system + by + number) % number;
  while (system === (side === "a" ? pair.b : pair.a));
  return system;
}

// ---- Settings and help.

/** The settings in a few words; the signature as their tip. @param {Line} line */
function settings({ data }) {
  const node = element("span", "settings", data.settings);
  node.title = data.signature;
  return node;
}

/**
 * A "?" of Streamlit's shows its tip on focus too, but no key gets to the link in it: pressing
 * the "?" opens the entry. It is done here because the masthead is on every screen.
 * @param {MouseEvent} event
 */
function openEntry(event) {
  if (!(event.target instanceof Element && event.target.closest('button[aria-label^="Help"]'))) return;
  find(document, '[role="tooltip"] a[href*="term="]')?.click();
}

// ---- The two systems: their names, or lists to choose them from, and the size of the set.

/**
 * @typedef {object} Line
 * @property {any} data
 * @property {Pair} pair
 * @property {HTMLElement} root
 * @property {(message: object) => void} send
 * @property {AbortController} listening
 */

const ROLES = { a: "System A, the baseline", b: "System B, the candidate" };
const STEPPED_BY = { a: "{ and }", b: "[ and ]" };
const SIDES = /** @type {const} */ (["a", "b"]);

/** Show the choice, and send it. @param {Line} line @param {"a" | "b"} side @param {number} system */
function change(line, side, system) {
  const message = choose(line.pair, side, system);
  showPair(line);
  line.send(message);
}

/** The names as the pair has them now. @param {Line} line */
function showPair({ data, pair, root }) {
  for (const side of SIDES) {
    const node = find(root, ".system." + side), name = find(node, ".name");
    const text = data.systems[pair[side]];
    if (name instanceof HTMLSelectElement) name.selectedIndex = pair[side];
    else name.textContent = text === side.toUpperCase() ? "" : text; // not "A A"
    node.title = `${ROLES[side]}: ${text}` + (data.systems.length > 2 ? `\nKeys: ${STEPPED_BY[side]}` : "");
  }
}

/** @param {Line} line @param {"a" | "b"} side */
function list(line, side) {
  const node = element("select", "name");
  node.setAttribute("aria-label", ROLES[side]);
  node.setAttribute("aria-keyshortcuts", STEPPED_BY[side].replace(" and", ""));
  node.append(...line.data.systems.map((/** @type {string} */ name) => new Option(name)));
  // After a choice by mouse, keys go to the screen; here they would choose by first letter.
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
function systems(line) {
  const { data } = line;
  const box = element("div", "systems");
  if (data.badge.length) {
    const [text, title] = data.badge;
    const badge = element("span", "badge", text);
    badge.title = title;
    box.append(badge);
  }
  const swaps = data.systems.length > 1;
  box.append(system(line, "a"), ...(swaps ? [swap(line)] : []), system(line, "b"));
  const facts = element("span", "facts muted");
  const told = [data.size, data.segments, data.references].filter(Boolean);
  for (const fact of told) facts.append(element("span", "fact", fact + " · "));
  facts.append(asking("Δ = B − A", data.glossary, "delta"));
  facts.title = told.join(" · ");
  box.append(facts);
  return box;
}

// ---- The component.

/** The line on the screen, from run to run. @type {WeakMap<HTMLElement, Line>} */
const drawn = new WeakMap();

/** A key that the screen has a use for is the screen's. @param {KeyboardEvent} event @param {Line} line */
function onKey(event, line) {
  const asked = changeOf(event), number = line.data.systems.length;
  if (!asked || event.defaultPrevented || isWriting(event) || number < (asked === "swap" ? 2 : 3)) return;
  event.preventDefault();
  if (asked === "swap") change(line, "a", line.pair.b);
  else change(line, asked.side, next(line.pair, asked.side, asked.by, number));
}

/** All that is not the pair's: the same nodes stay, with the focus, where the pair alone changes. @param {any} data */
const lasting = ({ systems, segments, references, badge, settings, signature }) =>
  JSON.stringify([systems, segments, references, badge, settings, signature]);

/** @param {Line} line */
function listen(line) {
  const { signal } = line.listening;
  document.addEventListener("click", openEntry, { capture: true, signal });
  window.addEventListener("keydown", (event) => onKey(event, line), { signal });
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".masthead");
  const before = drawn.get(root);
  const line = before ?? { data, root, pair: { a: 0, b: 0, waitingFor: "", again: 0 }, send: () => {}, listening: new AbortController() };
  const stays = before && lasting(before.data) === lasting(data);
  Object.assign(line, {
    data,
    send: (/** @type {object} */ message) => setTriggerValue("pair", message),
  });
  drawn.set(root, line);
  if (!stays) {
    line.pair.waitingFor = "";
    root.replaceChildren(systems(line), settings(line));
  }
  find(root, ".facts a").setAttribute("href", data.glossary.link + "delta");
  answer(line.pair, data);
  showPair(line);
  const message = unanswered(line.pair);
  if (message) line.send(message);
  if (!before) listen(line);
  return () => root.isConnected || line.listening.abort(); // called for a call that was overtaken, too
}
