// The student's strip. The question comes from Python, the number of answers from the news.

import { button, element, find } from "browser/dom.js";
import { attend, catchUp, isBehind, lostSentence } from "../news.js";
import { CONTROLS } from "../question_controls.js";
import { drawBest, drawReferences, drawTally, howMany } from "../tally.js";

/** @typedef {import("../news.js").Attending} Attending */
/** @typedef {import("../question_controls.js").ClassQuestion} ClassQuestion */

const PACE = 700; // milliseconds: forty pages that ask after every answer would be a storm
/** @type {Record<string, string>} */
const STATES = { waiting: "starts soon", open: "is open", closed: "is closed", revealed: "is over" };
/** @type {Record<string, string>} */
const WHAT = { question: "The question", vote: "The vote", challenge: "The challenge" };

/** A sentence about the state of the class. @param {Attending} root */
function stateOf(root) {
  const { data, news } = root;
  if (root.lost) return lostSentence(root);
  const { activity, phase, lesson } = data.alone && news ? news.stage : data.stage;
  const says = WHAT[activity] + " " + STATES[phase] + ".";
  if (data.alone) return "Working alone. The class: " + (data.titles[lesson] ?? data.title) + ". " + says;
  return says + (phase === "open" && data.mine !== null ? " Your answer is saved." : "");
}

/** The line at the top. It stays the same element, so that screen readers announce changes. @param {Attending} root */
function headOf(root) {
  if (!root.querySelector(".head")) {
    const bar = element("div", "head");
    const state = element("p", "state");
    state.setAttribute("role", "status");
    bar.append(state, button("", "quiet", () => root.send("alone", root.data.alone ? "no" : "yes")));
    root.append(bar);
  }
  return find(root, ".head");
}

/** @param {Attending} root */
function drawHead(root) {
  const bar = headOf(root), state = find(bar, ".state"), says = stateOf(root);
  if (state.textContent !== says) state.textContent = says;
  find(bar, "button").textContent = root.data.alone ? "Back to the class" : "Work alone";
}

/** Answer the question shown here, even if the class has moved on. @param {Attending} root @param {string} answer */
function answerWith({ data, send }, answer) {
  send("answer", { lesson: data.stage.lesson, activity: data.stage.activity, answer });
}

/** @param {any} data */
function ownAnswer({ mine, right, stage, has_seen }) {
  const line = element("p", "own" + (right === null ? "" : right ? " right" : " wrong"));
  line.tabIndex = -1;
  if (has_seen) line.append("You have already seen the answer to this lesson, so yours is not counted.");
  else if (mine === null) line.append(stage.phase === "open" ? "" : "You did not answer.");
  else line.append("Your answer: ", element("b", "", mine), right === null ? "" : right ? " ✓ Right." : " ✗ Not quite.");
  return line;
}

/** @param {Attending} root */
function card(root) {
  const { data } = root, { activity, phase } = data.stage;
  const box = element("div", "card");
  box.append(element("p", "question", data.asks));
  box.append(...drawReferences(data.references));
  if (activity !== "challenge") {
    if (phase === "open" && data.mine === null && !data.has_seen) box.append(CONTROLS[/** @type {ClassQuestion} */ (data).kind].inClass(data, (answer) => answerWith(root, answer)));
    box.append(ownAnswer(data));
  }
  const problem = element("p", "problem", data.problem);
  problem.setAttribute("role", "alert");
  box.append(problem, element("div", "live"));
  return box;
}

/** Draw the question again; typed text and focus stay, if it is the same. @param {Attending} root */
function drawCard(root) {
  const { data } = root, { lesson, activity } = data.stage, question = `${lesson} ${activity}`;
  if (root.dataset.question !== question) root.querySelector(".card")?.remove();
  root.dataset.question = question;
  const old = root.querySelector(".card");
  const typed = old?.querySelector("input")?.value;
  const focused = old?.contains(/** @type {ShadowRoot} */ (root.getRootNode()).activeElement);
  old?.remove();
  if (data.alone || data.stage.phase === "waiting") return;
  root.append(card(root));
  const input = root.querySelector("input");
  if (input && typed) input.value = typed;
  if (focused) (input ?? find(root, ".own")).focus();
}

/** Redraw only the news, so that typed text stays. @param {Attending} root */
function drawNews(root) {
  const { data, news } = root, live = root.querySelector(".live");
  if (!live || !news || isBehind(root)) return;
  const nodes = [];
  if (data.stage.phase === "open") nodes.push(element("p", "muted", howMany(news) + "."));
  if (data.answer) nodes.push(element("p", "answer", data.answer));
  if (data.stage.phase !== "open" && news.tally) nodes.push(...drawTally(news.tally));
  if (data.stage.activity === "challenge") nodes.push(...drawBest(news.best));
  live.replaceChildren(...nodes);
}

const PATIENCE = 5000; // milliseconds for an answer of Python

/** After a connection was lost, the server may have forgotten this page: then it answers nothing, and is loaded again. @param {Attending} root */
function askAgain(root) {
  if (root.lost) root.wasLost = true;
  if (root.lost || !root.wasLost) return;
  root.wasLost = false;
  const { heard } = root;
  root.send("behind", root.news.version);
  setTimeout(() => { if (root.isConnected && root.heard === heard) location.reload(); }, PATIENCE);
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {Attending} */
  const root = find(mounted.parentElement, ".strip");
  root.heard = (root.heard ?? 0) + 1;
  const leave = attend(root, mounted, PACE, () => {
    askAgain(root);
    if (!root.data.alone) catchUp(root);
    drawHead(root);
    drawNews(root);
  });
  drawHead(root);
  drawCard(root);
  drawNews(root);
  return leave;
}
