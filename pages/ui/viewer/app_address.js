// The state of a view in the address of the app, and links of the viewer as addresses of its screens.

import { NO_FILTER, NOTHING_CHOSEN, stateOf, usualState } from "viewer/state.js";

/** @import { State } from "viewer/state.js" */
/** @typedef {Record<string, string>} Params of an address, as pages/ui/query.py writes them */
/** @typedef {State & {where: string}} AppState `where` is the filter: an expression */

/** The names in the address of what a view changes. @type {[keyof AppState, string][]} */
const NAMES = [["sort", "sort"], ["where", "where"], ["marks", "marks"], ["ngram", "gram"], ["find", "gq"], ["by", "by"]];

/** @param {string} view */
function usualAppState(view) {
  return { ...usualState(view), where: "" };
}

/** @param {string} view @param {Params} params @returns {AppState} */
export function stateOfParams(view, params) {
  const given = NAMES.flatMap(([field, name]) => (name in params ? [[field, params[name]]] : []));
  return { ...usualAppState(view), ...Object.fromEntries(given), seg: Number(params.seg ?? 0) - 1 };
}

/** The parameters of a state; all others stay. @param {Params} params @param {AppState} state @returns {Params} */
export function paramsOfState(params, state) {
  const usual = usualAppState(state.view), next = { ...params };
  for (const [field, name] of NAMES) {
    if (state[field] === usual[field]) delete next[name];
    else next[name] = String(state[field]);
  }
  if (state.seg < 0) delete next.seg;
  else next.seg = String(state.seg + 1);
  return next;
}

/** A text as an expression has it. @param {string} text */
function quoted(text) {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** The filter of a state of the page, as an expression. @param {State} state */
export function whereOf({ parts, slice, has, delta }) {
  const [low, high] = delta.split("..");
  return [
    ...parts.map(([column, value]) => (value ? `${column} = ${quoted(value)}` : `${column} is missing`)),
    ...(slice ? [slice] : []),
    ...(has ? [`text has ${quoted(has)}`] : []),
    ...(low ? [`delta >= ${low}`] : []), ...(high ? [`delta < ${high}`] : []),
  ].join(" and ");
}

/**
 * The state that a link of the viewer leads to: what it does not name is as in the app now, but for what is chosen
 * within a screen.
 * @param {string} hash @param {AppState} now @returns {AppState}
 */
export function stateOfLink(hash, now) {
  const usual = usualAppState(now.view), asked = stateOf(hash, { ...usual, sort: now.sort }), where = whereOf(asked);
  return { ...asked, ...NO_FILTER, where: where || now.where };
}

/** The address of a screen. @param {AppState} state @param {Params} params */
export function addressOf(state, params) {
  const query = String(new URLSearchParams(paramsOfState(params, state)));
  return `./${state.view === "overview" ? "" : state.view}${query && "?" + query}`;
}

export const NOTHING_OPEN = NOTHING_CHOSEN;
