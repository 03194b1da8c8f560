// The five steps: what the formula is, and the present numbers in it.

import { bleuStep } from "./bleu.js";
import { brevityStep } from "./brevity.js";
import { meanStep } from "./mean.js";
import { ngramsStep } from "./ngrams.js";
import { tokensStep } from "./tokens.js";

/** @typedef {import("../bench_data.js").BenchData} BenchData */
/** @typedef {import("../bench_data.js").SideData} SideData */
/** @typedef {(data: BenchData, ui: {order: number}, redraw: (changes: {order: number}) => void) => Node[]} Make */

/** The title, what makes its nodes, and a candidate in short. @type {[string, Make, (side: SideData) => string][]} */
export const STEPS = [
  ["Tokens", tokensStep, (side) => side.c + (side.c === "1" ? " token" : " tokens")],
  ["n-grams and their precision", ngramsStep, (side) => side.orders.map((o) => "p" + "₀₁₂₃₄₅₆₇₈₉"[o.n] + " " + o.credited + "/" + o.total).join("   ")],
  ["Brevity", brevityStep, (side) => "c " + side.c + " · r " + side.r + " · BP " + side.bp],
  ["The mean", meanStep, (side) => "geometric " + side.geometric + " · arithmetic " + side.arithmetic],
  ["BLEU and smoothing", bleuStep, (side) => "BLEU " + side.score],
];
