// Which pair a choice of a system leads to, by a list or by a key.

import { changeOf, groupOfPairKeys, isWriting } from "browser/keys.js";

/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {"a" | "b"} Side */

/** The systems that pairs have on a side, in order. @param {TestSet} set @param {Side} side */
export function systemsOfSide({ pairs }, side) {
  return [...new Set(pairs.map((pair) => pair[side]))].sort((x, y) => x - y);
}

/** The place of the pair of two systems, -1 for none. @param {TestSet} set @param {number} a @param {number} b */
export function placeOfPair({ pairs }, a, b) {
  return pairs.findIndex((one) => one.a === a && one.b === b);
}

/** The pair with this system, and the other one if there is such a pair. @param {TestSet} set @param {Pair} pair @param {Side} side @param {number} system */
export function pairWith(set, pair, side, system) {
  const other = pair[side === "a" ? "b" : "a"];
  const both = side === "a" ? placeOfPair(set, system, other) : placeOfPair(set, other, system);
  const turned = side === "a" ? placeOfPair(set, other, system) : placeOfPair(set, system, other);
  return [both, turned, set.pairs.findIndex((one) => one[side] === system)].find((place) => place >= 0);
}

/** The place of the pair that a key asks for, -1 for none. @param {KeyboardEvent} event @param {TestSet} set @param {Pair} pair */
export function pairOfKey(event, set, pair) {
  const asked = changeOf(event);
  if (!asked || !pair || event.defaultPrevented || isWriting(event)) return -1;
  if (asked === "swap") return placeOfPair(set, pair.b, pair.a);
  // As the lists have them, and without the system on the other side.
  const other = pair[asked.side === "a" ? "b" : "a"];
  const systems = systemsOfSide(set, asked.side).filter((system) => system !== other || system === pair[asked.side]);
  if (systems.length < 2) return -1;
  const at = systems.indexOf(pair[asked.side]) + asked.by + systems.length;
  return pairWith(set, pair, asked.side, systems[at % systems.length]);
}

/** The keys that lead to another pair; no group where none does. @param {TestSet | undefined} set */
export function keysOfPairs(set) {
  if (!set) return [];
  const steps = systemsOfSide(set, "b").length > 1 || systemsOfSide(set, "a").length > 1;
  return groupOfPairKeys(steps, set.pairs.some(({ a, b }) => a !== b && placeOfPair(set, b, a) >= 0));
}
