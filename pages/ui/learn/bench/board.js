// What stands in sight while one types: the scores, and what the last edit changed.

import { element } from "../../widgets/dom.js";

/** @typedef {import("./bench_data.js").BenchData} BenchData */

const COVERED = "Scores and steps come with the answer: they would give it away.";

/** @param {BenchData} data */
function scores(data) {
  return data.sides.map((side) => {
    const letter = side.letter.toLowerCase();
    const box = element("div", "score " + letter);
    const name = element("span", "who " + letter, "BLEU of " + side.letter);
    name.dataset.term = "bleu";
    box.append(name, element("span", "value " + letter, side.score));
    box.append(element("span", "muted parts", "BP " + side.bp + " · " + side.orders.map((o) => o.credited + "/" + o.total).join(" · ")));
    if (side.smoothed) box.append(element("span", "smoothed", side.smoothed));
    return box;
  });
}

/** @param {BenchData} data */
function told(data) {
  const paragraphs = data.problem ? [element("p", "problem", data.problem)] : [];
  for (const note of data.notes) paragraphs.push(element("p", "muted", note));
  if (data.changes !== null) {
    const list = element("p", "changes");
    list.append(element("b", "", data.changes.length ? "That changed " : "That changed no count and no length: BLEU is the same."));
    for (const change of data.changes) list.append(element("span", "change", change));
    paragraphs.push(list);
  }
  return paragraphs;
}

/** @param {import("./desk.js").Bench} bench */
export function drawBoard({ parts, data }) {
  parts.signature.textContent = data.covered ? "" : data.signature;
  parts.scores.replaceChildren(...(data.covered ? [element("p", "muted cover", COVERED)] : scores(data)));
  parts.said.replaceChildren(...told(data));
}
