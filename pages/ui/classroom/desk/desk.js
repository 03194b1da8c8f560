// The teacher's desk: activity, phase, lesson, number of students, and their answers.

import { button, element, find } from "browser/dom.js";
import { ACTIVITIES, howToJoin, leadByKeys, STEPS, toActivity, toLesson } from "../leading.js";
import { attend, catchUp, isBehind, lostSentence } from "../news.js";
import { drawBest, drawTally, howMany } from "../tally.js";

/** @typedef {import("../news.js").Attending} Attending */
/** @typedef {import("../leading.js").Step} Step */

const PACE = 200; // milliseconds
const SOON = 15; // minutes
const MINUTE = 60_000; // milliseconds

/**
 * A button that leads the class, labeled with its key.
 * @param {Attending} root @param {string} label @param {string} key @param {Step | null} step
 */
function leads(root, label, key, step) {
  const node = button(label, "", () => root.send("lead", step));
  node.disabled = step === null;
  node.setAttribute("aria-keyshortcuts", key);
  const hint = element("kbd", "", key);
  hint.setAttribute("aria-hidden", "true");
  node.append(" ", hint);
  return node;
}

/** @param {string} name @param {HTMLElement[]} nodes */
function group(name, nodes) {
  const box = element("div", "group");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", name);
  box.append(...nodes);
  return box;
}

/** @param {HTMLElement} node @param {boolean} on */
function pressedIf(node, on) {
  node.setAttribute("aria-pressed", String(on));
  node.classList.toggle("on", on);
  return node;
}

/** @param {Attending} root */
function controls(root) {
  const { data } = root, { activity, phase } = data.stage;
  const activities = Object.entries({ question: "Q", vote: "V", challenge: "H" })
    .filter(([name]) => data.activities.includes(name))
    .map(([name, key]) => pressedIf(leads(root, ACTIVITIES[name], key, toActivity(data, name)), name === activity));
  const steps = Object.entries({ open: "O", closed: "C", revealed: "R" })
    .map(([name, key]) => pressedIf(leads(root, STEPS[name], key, { phase: name }), name === phase));
  const lessons = [leads(root, "‹ Previous lesson", "P", toLesson(data.previous)), leads(root, "Next lesson ›", "N", toLesson(data.next))];
  const box = element("div", "controls");
  box.append(group("Activity", activities), group("Phase", steps), group("Lesson", lessons));
  return box;
}

/** A part that is closed at first, because the desk may be on the projector. @param {string} name @param {string} label */
function drawer(name, label) {
  const box = element("details", name);
  box.append(element("summary", "", label), element("div", "inside"));
  return box;
}

/** Drawn once, so that what was opened stays open. @param {Attending} root */
function frame(root) {
  const { join, wall } = root.data;
  const head = element("div", "head"), here = element("p", "here"), link = element("a", "", "Open projector view");
  const end = element("span", "end");
  for (const node of [here, end]) node.setAttribute("role", "status");
  Object.assign(link, { href: wall, target: "_blank" });
  head.append(element("span", "code", join.code), here, end, link);
  const way = drawer("way", "How to join"), answers = drawer("answers", "Answers");
  find(way, ".inside").append(howToJoin(join));
  root.append(head, element("div", "controls"), element("p", "asks"), answers, way);
}

/** When the class ends; in its last minutes, how soon. @param {Attending} root */
function drawEnd(root) {
  const { end } = root.data, node = find(root, ".end");
  if (!end) return;
  const left = Math.ceil((end * 1000 - Date.now()) / MINUTE), soon = left <= SOON;
  const time = new Date(end * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const says = left <= 0 ? "" : soon ? "Ends in " + left + " min: download the answers." : "Ends at " + time;
  if (node.textContent !== says) node.textContent = says;
  node.classList.toggle("soon", soon);
}

/** @param {Attending} root */
function drawNews(root) {
  const { data, news, lost } = root, here = find(root, ".here");
  const says = lost ? lostSentence(root) : news ? news.present + " joined · " + howMany(news) : "";
  if (here.textContent !== says) here.textContent = says;
  if (!news || isBehind(root)) return;
  const nodes = news.tally ? drawTally(news.tally) : data.stage.activity === "challenge" ? drawBest(news.best) : [];
  find(root, ".answers .inside").replaceChildren(...(data.answer ? [element("p", "answer", data.answer)] : []), ...nodes);
}

/** @param {Attending} root */
function drawControls(root) {
  const old = find(root, ".controls");
  const focused = /** @type {HTMLElement} */ (/** @type {ShadowRoot} */ (root.getRootNode()).activeElement);
  const key = old.contains(focused) ? focused.getAttribute("aria-keyshortcuts") : null;
  const made = controls(root);
  old.replaceWith(made);
  if (key) find(made, `[aria-keyshortcuts=${key}]`)?.focus();
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {Attending} */
  const root = find(mounted.parentElement, ".desk");
  const isNew = !root.leaving;
  const leave = attend(root, mounted, PACE, () => {
    catchUp(root);
    drawNews(root);
  });
  if (isNew) {
    frame(root);
    leadByKeys(root);
    const clock = setInterval(() => drawEnd(root), MINUTE / 6);
    root.leaving.signal.addEventListener("abort", () => clearInterval(clock));
  }
  drawEnd(root);
  drawControls(root);
  find(root, ".asks").textContent = mounted.data.asks;
  drawNews(root);
  return leave;
}
