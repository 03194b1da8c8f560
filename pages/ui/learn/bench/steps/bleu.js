// 5. BLEU, and what each smoothing makes of the same counts.

import { element } from "../../../widgets/dom.js";
import { SYMBOLS, formula, inlineMath, mfrac, mi, mn, mo, mparen, mrow, msup, space, symbol } from "../math.js";
import { grid, perSide, say } from "./layout.js";

const SMOOTHING_FORMULAS = {
  exp: () => [SYMBOLS.p("n"), mo("="), mfrac(mn(1), mrow(msup(mn(2), mi("i")), SYMBOLS.count()))],
  floor: () => [SYMBOLS.p("n"), mo("="), mfrac(SYMBOLS.epsilon(), SYMBOLS.count())],
  "add-k": () => [SYMBOLS.p("n"), mo("="), mfrac(mrow(SYMBOLS.clip(), mo("+"), SYMBOLS.k()), mrow(SYMBOLS.count(), mo("+"), SYMBOLS.k()))],
  none: () => [SYMBOLS.p("n"), mo("="), mn(0)],
};
const SMOOTHING_SAYS = {
  exp: "the i-th order without a match", floor: "an order without a match", "add-k": "every order from 2 on", none: "an order without a match",
};

/** @param {import("../bench_data.js").BenchData} data */
export function bleuStep(data) {
  const general = formula("BLEU is BP times exp of the sum of w n times ln p n",
    SYMBOLS.BLEU(), mo("="), SYMBOLS.BP(), mo("·"), SYMBOLS.exp(), mparen(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n")));
  const filled = perSide(data, (side) => {
    const [bp, mean, [sign, score]] = side.product;
    const first = bp[0] === "=" && mean[0] === "=" ? "=" : "≈";
    const out = [formula("BLEU is " + score, SYMBOLS.BLEU(), mo(first), mn(bp[1]), mo("·"), mn(mean[1]), mo(sign), symbol(mn(score), "bleu"))];
    if (side.smoothed) out.push(element("p", "standard", side.smoothed + "."));
    if (side.lines.length > 1) {
      out.push(element("p", "standard", "The lines alone score " + side.sentences.join(", ") + "; their mean is " + side.sentence_mean + ", BLEU of all lines " + side.score + "."));
    }
    return out;
  });
  const head = ["Smoothing", "what counts", "for", ...data.sides.map((side) => ({ t: "BLEU of " + side.letter, tone: "right " + side.letter.toLowerCase() }))];
  const rows = data.sides[0].smoothings.map((s, i) => [
    { t: s.method + (s.value ? " " + s.value : ""), tone: s.current ? "strong" : "" }, inlineMath(...SMOOTHING_FORMULAS[s.method]()),
    { t: SMOOTHING_SAYS[s.method], tone: "left muted" },
    ...data.sides.map((side) => ({ t: side.smoothings[i].score, tone: "right" + (s.current ? " strong" : "") })),
  ]);
  const table = grid(head, rows);
  table.className = "smoothings";
  return [say("The mean of the precisions times the brevity penalty, in points from 0 to 100. Below, the same counts under every smoothing; the one in force is bold."), general, filled, table];
}
