// Where one is on the list, and what is pressed while another segment is on its way.
//
// A press is for the segment that is drawn. Steps count from it, and add up until they are answered.
// What is pressed after a step is for the segment that it leads to: it waits, in its order and
// however long, for the answer to exactly that step and for that segment to be drawn. Where the
// step leads elsewhere, or elsewhere is drawn, all that waits is let go, and it is said.
// Nothing here knows of time, or of the page.

function newWalk() {
  return { drawn: null, step: null, held: [] };
}

// One step on or back, or with `to` the way to a segment; false if it waits behind other keys.
function walkBy(walk, by, to) {
  if (walk.held.length) return false;
  const { comparison, list, segment } = walk.drawn;
  const from = walk.step ?? { comparison, list, segment, by: 0 };
  walk.step = { ...from, id: freshId(), kind: "step", by: from.by + by };
  if (to !== undefined) Object.assign(walk.step, { segment: to, by });
  return true;
}

// Whether a key has to wait; if so it is kept.
function waits(walk, key) {
  if (walk.step) walk.held.push(key);
  return Boolean(walk.step);
}

// What is drawn now: the keys that it was waited for with, or why they were let go.
function nowDrawn(walk, { comparison, list, segment, answers }) {
  const { step, held } = walk;
  walk.drawn = { comparison, list, segment };
  const answer = step && answers[step.id];
  if (!answer) return { keys: [], problem: "" };
  Object.assign(walk, { step: null, held: [] });
  const there = answer.segment === segment && step.comparison === comparison;
  if (there && !answer.problem) return { keys: held, problem: "" };
  return { keys: [], problem: sentences(answer.problem || "Another segment was opened meanwhile.", held) };
}

function sentences(problem, held) {
  if (!held.length) return problem;
  return `${problem} What was pressed after it was let go: ${held.map((key) => (key === " " ? "Space" : key)).join(" ")}`;
}

function freshId() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}
