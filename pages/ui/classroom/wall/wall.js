// The projector view of a class. Answers come from the news, without a run of Python's script.

import { element, find } from "browser/dom.js";
import { ACTIVITIES, howToJoin, leadByKeys } from "../leading.js";
import { attend, catchUp, isBehind, lostSentence } from "../news.js";
import { drawBest, drawReferences, drawTally, howMany } from "../tally.js";

/** @typedef {import("../news.js").Attending} Attending */

const PACE = 200; // milliseconds

/** @param {string[]} texts */
const paragraphs = (texts) => texts.map((text) => element("p", "prose", text));

/** @param {any} data */
function questionBox(data) {
  const box = element("div", "asked");
  box.append(element("p", "kicker", data.number + " of " + data.of + " · " + data.title + " · " + ACTIVITIES[data.stage.activity]));
  box.append(...paragraphs(data.text), element("h2", "question", data.asks));
  data.candidates.forEach((/** @type {string} */ text, /** @type {number} */ i) => {
    const line = element("p", "text " + "ab"[i]);
    line.append(element("b", "", "AB"[i] + "  "), text);
    box.append(line);
  });
  return box;
}

/** Code and QR code are large while students join; later only the code is shown. @param {any} data */
function corner({ stage, join }) {
  const box = element("div", "corner");
  box.append(stage.phase === "waiting" ? howToJoin(join) : element("span", "code", join.code));
  return box;
}

/** @param {Attending} root */
function draw(root) {
  const live = element("div", "live");
  root.replaceChildren(corner(root.data), questionBox(root.data), live, ...paragraphs(root.data.why), ...drawReferences(root.data.references));
  drawNews(root);
}

/** @param {Attending} root */
function drawNews(root) {
  const { data, news, lost } = root, { phase } = data.stage;
  if (!news || isBehind(root)) return;
  const nodes = [];
  if (lost) nodes.push(element("p", "muted", lostSentence(root)));
  else if (phase === "waiting") nodes.push(element("p", "many", news.present + " joined"));
  else if (phase === "open") nodes.push(...progress(news));
  else {
    if (data.answer) nodes.push(element("p", "answer", data.answer));
    if (news.tally) nodes.push(...drawTally(news.tally));
  }
  if (data.stage.activity === "challenge" && phase !== "waiting") nodes.push(...drawBest(news.best));
  find(root, ".live").replaceChildren(...nodes);
}

/** While open: how many have answered, but not what, so that nobody follows the majority. @param {import("../news.js").News} news */
function progress(news) {
  const bar = element("div", "progress"), done = element("div", "done");
  done.style.setProperty("--share", String(news.answered / Math.max(1, news.present, news.answered)));
  bar.append(done);
  return [element("p", "many", howMany(news)), bar];
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {Attending} */
  const root = find(mounted.parentElement, ".wall");
  const isNew = !root.leaving;
  const leave = attend(root, mounted, PACE, () => {
    catchUp(root);
    drawNews(root);
  });
  if (isNew && mounted.data.leads) leadByKeys(root);
  draw(root);
  return leave;
}
