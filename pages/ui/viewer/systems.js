// The view Systems: the ranking, drawn before its pairs are tested and again when they are.

import { afterRelease, element } from "browser/dom.js";
import { stateOf, usualState } from "viewer/state.js";
import { drawSystems } from "viewer/systems/systems.js";
import { addressOf, stateOfLink } from "./app_address.js";
import { appView } from "./app_view.js";
import { askPython } from "./ask.js";

/** @typedef {{ranking: import("viewer/systems/systems.js").RankingScreen, names: string[], pair: [number, number]}} Ranked */
/** @typedef {{first: Promise<Ranked>, tested: Promise<Ranked>}} RankedTwice `first` has no tests where these take long */
/** @typedef {HTMLElement & {choice?: HTMLSelectElement, view?: HTMLElement, by?: string, asked?: RankedTwice, released?: ReturnType<typeof afterRelease>}} RankingRoot */

/** @param {import("./ask.js").Asked} asked */
function rankingSource(asked) {
  /** @type {Record<string, RankedTwice>} by metric */
  const answers = {};
  return { ranking: (/** @type {string} */ by) => (answers[by] ??= askTwice(asked, by)) };
}

/** @param {import("./ask.js").Asked} asked @param {string} by @returns {RankedTwice} */
function askTwice(asked, by) {
  /** @type {(answer: Promise<Ranked>) => void} */
  let takeFirst;
  const first = new Promise((resolve) => { takeFirst = resolve; });
  const report = (/** @type {string} */ what, /** @type {number} */ part) => {
    asked.report(what, part);
    if (what) takeFirst(untested ??= askPython({ ...asked, report: () => {} }, "ranking", { by, tests: "no" }));
  };
  /** @type {Promise<Ranked> | undefined} */
  let untested;
  const tested = askPython({ ...asked, report }, "ranking", { by });
  tested.then(() => takeFirst(tested));
  return { first, tested };
}

/** The page of viewer/systems: pairs open the Overview. @param {any} page @param {Ranked} ranked */
function pageOfRanking(page, { ranking, names, pair: [a, b] }) {
  const pairs = names.flatMap((_, one) => names.map((__, other) => ({ a: one, b: other }))).filter((pair) => pair.a !== pair.b);
  const addressOfPair = (/** @type {{a: number, b: number}} */ pair) =>
    addressOf(stateOfLink("#view=overview", page.state), { ...page.data.params, a: names[pair.a], b: names[pair.b] });
  return {
    ...page, doc: { ...page.doc, ranking }, set: { systems: names.map((name) => ({ name })), pairs }, pair: { a, b },
    address: (/** @type {string} */ hash) => addressOfPair(pairs[stateOf(hash, usualState("systems")).pair]),
    go: (/** @type {{pair: number}} */ { pair }) => page.open(addressOfPair(pairs[pair])),
  };
}

/** The choice of the metric that ranks. @param {RankingRoot} root @param {any} page */
function showMetrics({ choice }, { state, data: { metrics }, go }) {
  choice.replaceChildren(...metrics.map((/** @type {[string, string]} */ [key, label]) => new Option(label, key)));
  choice.value = metrics.some((/** @type {[string, string]} */ [key]) => key === state.rank) ? state.rank : metrics[0][0];
  choice.onchange = () => go({ rank: choice.value });
}

/** @param {RankingRoot} root @param {any} page */
function drawRanking(root, page) {
  if (!root.view) {
    root.choice = element("select", "rank-by");
    root.choice.setAttribute("aria-label", "Rank by");
    root.view = element("div");
    root.released = afterRelease(root.view);
    root.replaceChildren(root.choice, root.view);
  }
  showMetrics(root, page);
  const by = page.state.rank, asked = page.source.ranking(by);
  root.asked = asked;
  root.view.hidden = root.by !== by; // the numbers of another metric
  const draw = (/** @type {Ranked} */ ranked) => root.released(() => {
    if (root.asked !== asked) return;
    drawSystems(root.view, pageOfRanking(page, ranked));
    root.by = by;
    root.view.hidden = false;
  });
  asked.first.then(draw);
  asked.tested.then(draw);
}

export default appView({ draw: drawRanking, source: rankingSource });
