// 4. The mean of the precisions.

import { element } from "../../../widgets/dom.js";
import { SYMBOLS, formula, mi, mn, mo, mparen, mrow, space } from "../math.js";
import { grid, perSide, say } from "./layout.js";

/** @param {import("../bench_data.js").BenchData} data */
export function meanStep(data) {
  const general = formula("The geometric mean is exp of the sum of w n times ln p n",
    SYMBOLS.exp(), mparen(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n")));
  return [
    say("Multiplying the precisions and taking the root is the same as averaging their logarithms. A long n-gram that rarely matches pulls the mean down; one order without any match makes it zero, unless smoothing gives it a value."),
    general,
    perSide(data, (side) => [
      grid(["order", "pₙ %", "wₙ", "ln pₙ", "wₙ · ln pₙ"],
        side.orders.map((o) => [String(o.n), { t: o.precision + (o.smoothed ? " *" : ""), tone: "right", title: o.smoothed ? "smoothed" : "" }, o.weight, o.log, o.term]),
        ["Sum", "", "", "", { t: side.log_sum, tone: "right strong" }]),
      formula("Geometric mean " + side.geometric + " per cent", SYMBOLS.exp(), mparen(mn(side.log_sum)), mo("="), mn(side.geometric + " %")),
      element("p", "standard", "Arithmetic mean, for comparison: " + side.arithmetic + " %. The short n-grams would dominate it."
        + (side.orders.some((o) => o.smoothed) ? " * smoothed." : "")),
    ]),
  ];
}
