// The page: what is open is in its address, after "#", so that links and Back work from a file.

import { readDocument } from "./document.js";
import { embeddedSource } from "./embedded.js";
import { buildHeading, showHeading } from "./heading.js";
import { drawNgrams } from "./ngrams/ngrams.js";
import { drawOverview } from "./overview/overview.js";
import { drawSlices } from "./slices/slices.js";
import { drawSuite } from "./suites/suites.js";
import { drawSystems } from "./systems/systems.js";
import { keysOfScreens, listenForScreens, showKeySheet } from "browser/keys.js";
import { keysOfPairs, pairOfKey } from "./pair_choice.js";
import { newFilterPanel } from "./segments/filter_panel.js";
import { drawSegments, SEGMENTS_KEYS } from "./segments/segments.js";
import { hashOf, stateOf, usualState } from "./state.js";
import { element, isPlainClick } from "browser/dom.js";

/** @import { PageDocument, Pair, TestSet } from "./document.js" */
/** @import { MoreSystems, OpenedView } from "./segments/opened.js" */
/** @import { Source } from "./source.js" */
/** @import { State } from "./state.js" */
/**
 * @typedef {object} Page
 * @property {PageDocument} doc
 * @property {TestSet} set
 * @property {Pair} pair
 * @property {State} state
 * @property {Source} source of what the views draw
 * @property {(opens: string) => {source: Source, address: (hash: string) => string}} compared another
 *     comparison, by the hash that opens it, and the addresses of links within it
 * @property {(changes: Partial<State>, replace?: boolean) => void} go opens something else; Back leads to what was
 *     open before, unless it is replaced
 * @property {(hash: string) => string} address of a link, with this set and this pair unless it names others
 * @property {() => void} help opens the sheet of keys
 * @property {() => import("./segments/segments.js").SegmentFilter} newFilter the controls that filter segments
 * @property {number} [version] of what is shown of the segments beside the comparison, in the app
 * @property {(view: OpenedView) => void} [annotate] draws annotations, in the app, each
 *     time that the texts of the open segment were drawn
 * @property {(event: KeyboardEvent) => boolean} [annotateKey] whether a key annotates the open segment
 * @property {(view: OpenedView) => void} [edit] lets its outputs be edited, in the app
 * @property {(view: OpenedView) => void} [editLine] begins with one of them
 * @property {MoreSystems} [more] beside A and B, in the app
 */
/**
 * @typedef {object} Screen
 * @property {string} name in the address
 * @property {string} label
 * @property {string} key that opens it, after g
 * @property {(root: HTMLElement, page: Page) => void} draw
 * @property {import("browser/keys.js").KeyGroup[]} [keys] of this screen
 * @property {PageDocument["kind"][]} [kinds] of the documents that have it; all without it
 */

/** The first one is open at first. @type {Screen[]} */
const SCREENS = [
  { name: "all", label: "Systems", key: "y", draw: drawSystems, kinds: ["ranking"] },
  { name: "all", label: "Suite", key: "u", draw: drawSuite, kinds: ["suite"] },
  // The report of a ranking is on its first screen; its pairs have none of their own.
  { name: "overview", label: "Overview", key: "o", draw: drawOverview, kinds: ["comparison", "suite"] },
  { name: "segments", label: "Segments", key: "s", draw: drawSegments, keys: SEGMENTS_KEYS },
  { name: "ngrams", label: "N-grams", key: "n", draw: drawNgrams },
  { name: "slices", label: "Slices", key: "l", draw: drawSlices },
];

/** The first one alone if nothing is compared. @param {PageDocument} doc */
function screensOf({ kind, sets }) {
  const screens = SCREENS.filter(({ kinds }) => !kinds || kinds.includes(kind));
  return sets.some(({ pairs }) => pairs.length) ? screens : screens.slice(0, 1);
}

/** The whole address with a hash: in a frame, a relative one may be resolved against the page around it. @param {string} hash */
function addressWith(hash) {
  return location.href.split("#")[0] + hash;
}

/** The state, and the address that follows it. @param {State} usual @param {(state: State) => void} draw */
function openState(usual, draw) {
  let state = stateOf(location.hash, usual), pausing = 0, late = false;
  const write = () => { late = false; history.replaceState(null, "", addressWith(hashOf(state, usual))); };
  // Browsers refuse to write an address as often as a key repeats.
  const writeSoon = () => {
    late = Boolean(pausing);
    if (late) return;
    write();
    pausing = setTimeout(() => { pausing = 0; if (late) writeSoon(); }, 100);
  };
  const open = (/** @type {State} */ next, /** @type {boolean} */ replace) => {
    if (!replace && late) write(); // so that Back leads there
    state = next;
    if (replace) writeSoon();
    else history.pushState(null, "", addressWith(hashOf(state, usual)));
    draw(state);
  };
  addEventListener("hashchange", () => {
    late = false;
    state = stateOf(location.hash, usual);
    draw(state);
  });
  addEventListener("pagehide", () => { if (late) write(); });
  // Links of the page, which would lead out of a frame without an address.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#"]'), hash = link && link.getAttribute("href");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    if (hash.includes("=") || hash === "#") open(stateOf(hash, usual), false);
    else document.getElementById(hash.slice(1))?.scrollIntoView();
  });
  return { now: () => state, open };
}

async function openPage() {
  const doc = await readDocument();
  const screens = screensOf(doc), usual = usualState(screens[0].name);
  const roots = screens.map(({ name }) => element("section", "screen " + name));
  const without = element("p", "muted", "This test set has no comparison. Choose another test set above.");
  const main = element("main", { id: "content", tabIndex: -1 }, ...roots, without);
  const heading = buildHeading(doc, screens);
  let view = "", /** @type {Page} */ now = null;
  const help = () => {
    const { keys = [] } = screens.find(({ name }) => name === now.state.view);
    showKeySheet([...keys, ...keysOfPairs(now.set), keysOfScreens(screens)]);
  };
  const draw = (/** @type {State} */ state) => {
    const open = screens.find(({ name }) => name === state.view) ?? screens[0];
    const set = doc.sets[state.set] ?? doc.sets[0], pair = set?.pairs[state.pair] ?? set?.pairs[0];
    const go = (/** @type {Partial<State>} */ changes, replace = false) => states.open({ ...states.now(), ...changes }, replace);
    const address = (/** @type {string} */ hash) => hashOf(stateOf(hash, { ...usual, set: state.set, pair: state.pair }), usual);
    const source = pair && embeddedSource({ doc, set, pair });
    const compared = (/** @type {string} */ opens) => {
      const { set: s, pair: p } = stateOf(opens, usual), set = doc.sets[s];
      return { source: embeddedSource({ doc, set, pair: set.pairs[p] }), address: (/** @type {string} */ hash) => address(`${hash}&set=${s}&pair=${p}`) };
    };
    const page = { doc, set, pair, state: { ...state, view: open.name }, source, compared, go, address, help, newFilter: newFilterPanel };
    now = page;
    showHeading(heading, page, usual);
    document.title = `${open.label} · ${doc.title}`;
    without.hidden = Boolean(pair) || open === screens[0];
    screens.forEach((screen, i) => { roots[i].hidden = screen !== open || !without.hidden; });
    if (view && view !== open.name) scrollTo(0, 0);
    view = open.name;
    if (without.hidden) open.draw(roots[screens.indexOf(open)], page);
  };
  const states = openState(usual, draw);
  listenForScreens(screens, ({ name }) => states.open({ ...states.now(), view: name }, false), help);
  addEventListener("keydown", (event) => {
    const pair = pairOfKey(event, now.set, now.pair);
    if (pair < 0) return;
    event.preventDefault();
    now.go({ pair });
  });
  document.querySelector("main").replaceWith(heading.root, main); // at once, so that nothing moves
  draw(states.now());
}

openPage();
