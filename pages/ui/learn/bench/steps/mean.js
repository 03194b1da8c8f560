// 4. The mean of the precisions.

import { element } from "../../../widgets/dom.js";
import { SYMBOLS, equals, formula, mi, mn, mo, mparen, mrow, space } from "../math.js";
import { grid, perSide, say } from "./layout.js";

/** @param {import("../bench_data.js").BenchData} data */
export function meanStep(data) {
  const general = formula("The geometric mean is exp of the sum of w n times ln p n",
    SYMBOLS.exp(), mparen(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n")));
  const smooth = data.sides.some((side) => side.orders.some((order) => order.smoothed));
  return [
    say("Multiplying the precisions and taking the root is the same as averaging their logarithms. A long n-gram that rarely matches pulls the mean down. One without any match makes it zero" + (smooth ? "; here smoothing gives such an order a value." : ".")),
    general,
    perSide(data, (side) => [
      grid(["order", "pₙ", "wₙ", "ln pₙ", "wₙ · ln pₙ"],
        side.orders.map((o, i) => [String(o.n), { t: o.scored + " " + o.precision.join(" ") + " %" + (o.smoothed ? " *" : ""), tone: "right" }, o.weight, side.logs[i], side.terms[i]]),
        ["Sum", "", "", "", { t: side.log_sum[1], tone: "right strong" }]),
      formula("Geometric mean " + side.geometric + " per cent", SYMBOLS.exp(), mparen(mn(side.log_sum[1])), equals([side.log_sum[0], side.geometric], " %")),
      element("p", "standard", "Arithmetic mean, for comparison: " + side.arithmetic + " %. The short n-grams would dominate it."
        + (smooth && side.smoothed ? " * " + side.smoothed + "." : "")),
    ]),
  ];
}
