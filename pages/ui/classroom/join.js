// How to come in: address and code to be typed, and both as a QR code.

import { element } from "../widgets/dom.js";
import { drawing } from "../widgets/svg.js";

/** @typedef {{code: string, address: string, squares: string[]}} Join  squares: rows of "0" and "1" */

/** Dark on white in both themes, as cameras want it. @param {Join} join */
function qrCode({ squares, address }) {
  const size = squares.length;
  const svg = drawing("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of " + address, "shape-rendering": "crispEdges" });
  const path = squares.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  svg.append(drawing("rect", { class: "ground", width: size, height: size }), drawing("path", { class: "dark", d: path }));
  return svg;
}

/** @param {Join} join */
export function howToJoin(join) {
  const box = element("div", "join");
  const words = element("p", "way");
  words.append(element("span", "address", join.address), element("span", "code", join.code));
  box.append(words);
  if (join.squares.length) box.append(qrCode(join));
  return box;
}
