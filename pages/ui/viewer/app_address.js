// The state of a view in the address of the app, and links of the viewer as addresses of its screens.

import { NO_FILTER, stateOf, usualState } from "viewer/state.js";

/** @import { State } from "viewer/state.js" */
/** @typedef {Record<string, string>} Params of an address, as pages/ui/query.py writes them */
/**
 * What only the app has: the filter, an expression, with the limits of its detectors; whether other
 * screens are about its segments only; the metric of slices, and how the slice finder searches; the
 * metric that ranks systems.
 * @typedef {State & Record<"where" | "limits" | "only" | "metric" | "least" | "depth" | "rank", string>} AppState
 */

/** What a view changes, as [field, name in the address]. @type {[keyof AppState, string][]} */
let names = [];

/** The names in the address, as query.py has them: fields by names. @param {Record<string, string>} moved */
export function takeNames(moved) {
  names = Object.entries(moved).map(([name, field]) => [/** @type {keyof AppState} */ (field), name]);
}

/** @param {string} view */
function usualAppState(view) {
  return { ...usualState(view), where: "", limits: "", only: "", metric: "", least: "", depth: "", rank: "bleu" };
}

/** @param {string} view @param {Params} params @returns {AppState} */
export function stateOfParams(view, params) {
  const usual = usualAppState(view), given = names.flatMap(([field, name]) =>
    (name in params ? [[field, typeof usual[field] === "number" ? Number(params[name]) : params[name]]] : []));
  return { ...usual, ...Object.fromEntries(given) };
}

/** The parameters of a state; all others stay. @param {Params} params @param {AppState} state @returns {Params} */
export function paramsOfState(params, state) {
  const usual = usualAppState(state.view), next = { ...params };
  for (const [field, name] of names) {
    if (state[field] === usual[field]) delete next[name];
    else next[name] = String(state[field]);
  }
  return next;
}

/**
 * What answers depend on: all that no view changes, and the limits; the filter counts by the part
 * that it leaves. @param {Params} params
 */
export function comparedParams(params) {
  return Object.entries(params).filter(([name]) => name === "limits" || !names.some(([, own]) => own === name));
}

/** A text as an expression has it. @param {string} text */
function quoted(text) {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** @param {string} column of texts, or a flag of A or B @param {string} value */
function partExpression(column, value) {
  if (/^[ab]\./.test(column)) return value === "yes" ? column : `not ${column}`;
  return value ? `${column} = ${quoted(value)}` : `${column} is missing`;
}

/** The filter of a state of the page, as an expression. @param {State} state */
export function whereOf({ parts, slice, has, delta }) {
  const [low, high] = delta.split("..");
  return [
    ...parts.map(([column, value]) => partExpression(column, value)),
    ...(slice ? [slice] : []),
    ...(has ? [/^\/.+\/$/.test(has) ? `text ~ ${has}` : `text has ${quoted(has)}`] : []), // a kind of character, or an n-gram
    ...(low ? [`delta >= ${low}`] : []), ...(high ? [`delta < ${high}`] : []),
  ].join(" and ");
}

/**
 * The state that a link of the viewer leads to: what it does not name is as in the app now, but for
 * what is chosen within a screen. @param {string} hash @param {AppState} now @returns {AppState}
 */
export function stateOfLink(hash, now) {
  const { sort, where, limits, only, rank } = now, asked = stateOf(hash, { ...usualAppState(now.view), sort, where, limits, only, rank });
  const own = whereOf(asked), both = only && where && own ? `(${where}) and (${own})` : own || asked.where;
  return { ...asked, ...NO_FILTER, where: both };
}

/** The address of a screen. @param {AppState} state @param {Params} params */
export function addressOf(state, params) {
  const query = String(new URLSearchParams(paramsOfState(params, state)));
  return `./${state.view === "overview" ? "" : state.view}${query && "?" + query}`;
}
