// A view of the viewer as a component of the app: what page.js is to a saved page.
//
// What is open is in the address, which the view writes itself, so that nothing waits for Python. Python is told a
// little later (`moved`), for links of other screens and for the next visit; what it sends back is drawn only if nothing
// was opened here since (`serial`).

import { find } from "browser/dom.js";
import { askForHelp, offerKeys } from "browser/keys.js";
import { addressOf, comparedParams, paramsOfState, stateOfLink, stateOfParams, takeNames } from "./app_address.js";
import { newProgress } from "./progress.js";

/** @import { Mounted } from "browser/dom.js" */
/** @import { Page } from "viewer/page.js" */
/** @import { AppState } from "./app_address.js" */
/**
 * @typedef {object} View @property {HTMLElement} root @property {Mounted["setTriggerValue"]} send
 * @property {any} data
 * @property {string} compared the comparison and what else answers depend on, as JSON
 * @property {AppState} state @property {import("viewer/source.js").Source} source
 * @property {number} nth of the comparisons, and of the attempts, that were drawn here
 * @property {import("./progress.js").ProgressLine} progress
 * @property {number} serial of what was opened here @property {number} telling
 * @property {() => void} redraw @property {string} drawn as contentOf
 * @property {number} version of what answers depend on beside the comparison
 * @property {Partial<Page>} [editor] of outputs
 */
/**
 * What a view is made of. @typedef {object} ViewParts
 * @property {(root: HTMLElement, page: Page) => void} draw
 * @property {(asked: import("./ask.js").Asked) => object} source of what it draws: a part of viewer/source.js, or its own
 * @property {() => import("browser/keys.js").KeyGroup[]} [keys] for the sheet of keys
 * @property {(view: View) => Partial<Page>} [page] what only the app has
 */

const SOON = 300; // milliseconds after which Python is told

/** The function of a component that draws a view. @param {ViewParts} parts */
export function appView(parts) {
  /** @param {Mounted} mounted */
  return ({ data, parentElement, setTriggerValue }) => {
    /** @type {HTMLElement & {view?: View}} */
    const host = find(parentElement, ".view-root");
    const view = host.view ??= newView(host, parts);
    takeNames(data.moved);
    const isOlder = view.data && data.serial < view.serial;
    Object.assign(view, { data, send: setTriggerValue });
    if (!isOlder) Object.assign(view, { serial: data.serial, state: stateOfParams(data.name, data.params) });
    const compared = JSON.stringify([comparedParams(data.params), data.set, data.pair, data.version]);
    if (view.compared !== compared) useNewSource(view, parts);
    view.compared = compared;
    view.redraw = () => { show(view, parts); };
    // What Python only says again is drawn: a message or a field would be lost.
    if (contentOf(view) !== view.drawn) view.redraw();
  };
}

/** What is drawn: the state, and all that Python has sent but the address and when it learned of it. @param {View} view */
function contentOf({ data: { params, serial, ...rest }, state, compared, nth }) {
  return JSON.stringify([rest, state, compared, nth]);
}

/** @param {HTMLElement} host @param {ViewParts} parts @returns {View} */
function newView(host, { keys }) {
  const root = document.createElement("div"), progress = newProgress();
  host.replaceChildren(progress.root, root);
  if (keys) offerKeys(host, keys);
  const view = /** @type {View} */ ({ root, progress, send: null, data: null, compared: "", state: null, source: null, nth: 0, serial: 0, telling: 0, redraw: null, drawn: "", version: 0 });
  // Back and Forward hold, though Python was not told yet of what was opened before, or is telling of it.
  addEventListener("popstate", () => {
    forget(view);
    if (!followHistory(view)) view.serial = view.data?.serial ?? 0;
  });
  // A press elsewhere, or a key of the header, may open another screen: a word after it would lead back to this one.
  addEventListener("pointerdown", (event) => { if (!event.composedPath().includes(host)) tell(view); }, true);
  addEventListener("keydown", ({ key }) => { if (key === "g") tell(view); }, true);
  return view;
}

/** Draw what Back led to, if it is in this view; else Python draws it. @param {View} view */
function followHistory(view) {
  const { data, root } = view, params = Object.fromEntries(new URLSearchParams(location.search));
  const isHere = data && root.isConnected && location.pathname.split("/").pop() === (data.name === "overview" ? "" : data.name);
  if (!isHere || String(comparedParams(params)) !== String(comparedParams(data.params))) return false;
  view.state = stateOfParams(data.name, params);
  tellSoon(view);
  view.redraw();
  return true;
}

/** @param {View} view @param {ViewParts} parts */
function useNewSource(view, { source }) {
  const { data, progress } = view;
  progress.stopped = false;
  view.nth++;
  view.source = /** @type {any} */ (source({ ...data, report: progress.show, fail: progress.fail, isStopped: () => progress.stopped }));
}

/** @param {View} view @param {ViewParts} parts */
function show(view, parts) {
  const { root, data, state, source, progress } = view;
  view.drawn = contentOf(view);
  const go = (/** @type {Partial<AppState>} */ changes, replace = false) => {
    const asked = { ...view.state, ...changes };
    if (asked.view !== view.state.view) return openScreen(view, addressOf(stateOfLink(hashFor(changes), view.state), view.data.params));
    view.state = asked;
    write(view, replace);
    view.redraw();
  };
  progress.again = () => {
    useNewSource(view, parts);
    view.redraw();
  };
  root.onclick = (event) => followLink(view, event);
  parts.draw(root, /** @type {any} */ ({
    doc: { kind: "comparison", glossary: data.glossary }, set: data.set, pair: data.pair, source,
    state: { ...state, set: view.nth }, // a view asks again about another set
    compared: null, go, open: (/** @type {string} */ address) => openScreen(view, address), data, help: askForHelp,
    address: (/** @type {string} */ hash) => addressOf(stateOfLink(hash, view.state), data.params), ...parts.page?.(view),
  }));
}

/** What a view opens elsewhere, as a link of a saved page. @param {Partial<AppState>} changes */
function hashFor({ parts = [], ...changes }) {
  return "#" + new URLSearchParams([...Object.entries(changes).map(([name, value]) => [name, String(value)]), ...parts.map(([name, value]) => ["part." + name, value])]);
}

/** @param {View} view @param {boolean} replace */
function write(view, replace) {
  const address = addressOf(view.state, view.data.params);
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(null, "", address);
  tellSoon(view);
}

/** Python is told of what was opened here. @param {View} view */
function tellSoon(view) {
  view.serial++;
  clearTimeout(view.telling);
  view.telling = setTimeout(() => { tell(view); }, SOON);
}

/** @param {View} view */
function forget(view) {
  clearTimeout(view.telling);
  view.telling = 0;
}

/** Tell Python what was opened, if it is still to be told. @param {View} view */
function tell(view) {
  if (!view.telling) return;
  forget(view);
  view.send("moved", { params: paramsOfState(view.data.params, view.state), serial: view.serial });
}

/** Open another screen, as Forward does: Streamlit follows the address. @param {View} view @param {string} address */
export function openScreen(view, address) {
  forget(view);
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A plain click on a link opens its screen without loading the page anew. @param {View} view @param {MouseEvent} event */
function followLink(view, event) {
  const link = event.target instanceof Element && event.target.closest('a[href^="./"]:not([download])');
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const address = link.getAttribute("href"), { pathname, searchParams } = new URL(address, location.href);
  if (pathname.split("/").pop() !== location.pathname.split("/").pop()) return openScreen(view, address);
  view.state = stateOfParams(view.data.name, Object.fromEntries(searchParams));
  write(view, false);
  view.redraw();
}
