// The scores of the last runs as a small line: runs that failed are crossed out.

import { drawing } from "../../widgets/svg.js";

/** @typedef {[score: number, passed: boolean, ground: number]} SmallPoint scores of one ground compare */

/** Pixels of the drawing, beside its points, and of half a cross; points of BLEU that always fit. */
const WIDTH = 98, HEIGHT = 26, EDGE = 5, CROSS = 2.6, LEAST = 1;

/** @param {SmallPoint[]} line @returns {[number, number][]} the place of each point, the last at the right */
function placesOf(line) {
  const scores = line.map(([score]) => score);
  const low = Math.min(...scores), high = Math.max(...scores);
  const reach = Math.max(high - low, LEAST), middle = (low + high) / 2;
  const step = Math.min(10, (WIDTH - 2 * EDGE) / Math.max(1, line.length - 1));
  return line.map(([score], i) => [
    WIDTH - EDGE - (line.length - 1 - i) * step,
    HEIGHT / 2 - ((score - middle) / reach) * (HEIGHT - 2 * EDGE),
  ]);
}

/** @param {SmallPoint[]} line the oldest first */
export function smallLine(line) {
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  const places = placesOf(line);
  places.forEach(([x, y], i) => {
    if (i && line[i][2] === line[i - 1][2]) {
      const [x1, y1] = places[i - 1];
      svg.append(drawing("line", { x1, y1, x2: x, y2: y, class: "step" }));
    }
  });
  places.forEach(([x, y], i) => {
    const isLast = i === line.length - 1;
    if (line[i][1]) {
      if (isLast || line.length < 12) svg.append(drawing("circle", { cx: x, cy: y, r: isLast ? 3 : 1.6, class: "passed" }));
    } else {
      const d = `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
      svg.append(drawing("path", { d, class: "failed" }));
    }
  });
  return svg;
}
