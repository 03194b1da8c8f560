// 3. Brevity: lengths, and BP.

import { element } from "../../../widgets/dom.js";
import { SYMBOLS, equals, formula, m, mi, mn, mo, mrow, msup } from "../math.js";
import { brevityCurve } from "./curve.js";
import { grid, perSide, say } from "./layout.js";

const BREVITY = "BP is 1 if c is at least r, else e to the power of 1 minus r over c";

/** @param {import("../bench_data.js").BenchData} data @param {import("../bench_data.js").SideData} side */
function brevityOf(data, side) {
  const many = side.lines.length > 1;
  const rows = side.lengths.map((line, i) => [
    many ? "Line " + (i + 1) : "Tokens", String(line.c),
    ...line.refs.map((n) => ({ t: n === null ? "–" : String(n), tone: "right" + (n !== null && String(n) === line.r ? " best" : "") })), line.r,
  ]);
  const foot = many ? ["Sum", side.c, ...data.references.map(() => ""), side.r] : undefined;
  const filled = side.short
    ? [SYMBOLS.BP(), mo("="), msup(mi("e"), mrow(mn(1), mo("\u2212"), mn(side.r_exact), mo("/"), mn(side.c))), equals(side.product[0])]
    : [SYMBOLS.BP(), equals(side.product[0]), m("mtext", "\u2003because\u2002"), mn(side.c), mo("≥"), mn(side.r)];
  return [
    grid(["", "c", ...data.references.map((_, r) => "ref " + (r + 1)), "r"], rows, foot),
    formula("BP is " + side.product[0][1], ...filled),
    element("p", "standard", "r under each rule: " + side.rules.map((rule) => rule.name + " " + rule.r + " (BP " + rule.bp + ")").join(" · ")),
  ];
}

/** @param {import("../bench_data.js").BenchData} data */
export function brevityStep(data) {
  const general = formula(BREVITY,
    SYMBOLS.BP(), mo("="), mrow(m("mtable",
      m("mtr", m("mtd", mn(1)), m("mtd", m("mtext", "\u2003if\u2002"), SYMBOLS.c(), mo("≥"), SYMBOLS.r())),
      m("mtr", m("mtd", msup(mi("e"), mrow(mn(1), mo("\u2212"), SYMBOLS.r(), mo("/"), SYMBOLS.c()))), m("mtd", m("mtext", "\u2003otherwise"))))));
  const both = element("div", "beside");
  const left = element("div");
  left.append(general, brevityCurve(data));
  both.append(left, perSide(data, (side) => brevityOf(data, side)));
  return [say("For each line, r is the length of one reference by the rule “" + data.settings.reference_length
    + "”; c and r are summed over all lines. A candidate shorter than r is penalized, a longer one is not: its precisions are lower already."), both];
}
