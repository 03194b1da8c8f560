// The line under the navigation: the pair, to be chosen by lists and keys, and the signature.

import { find } from "../../widgets/dom.js";
import { changeOf, isWriting } from "../../widgets/pair_keys.js";
import { answer, next, unanswered } from "./pair.js";
import { openEntry, signature } from "./signature.js";
import { change, showPair, systems } from "./systems.js";

/** What is drawn, from run to run. @type {WeakMap<HTMLElement, import("./systems.js").Line>} */
const drawn = new WeakMap();

/** A key that the screen has a use for is the screen's. @param {KeyboardEvent} event @param {import("./systems.js").Line} line */
function onKey(event, line) {
  const asked = changeOf(event), number = line.data.systems.length;
  if (!asked || line.data.fixed || event.defaultPrevented || isWriting(event) || number < (asked === "swap" ? 2 : 3)) return;
  event.preventDefault();
  if (asked === "swap") change(line, "a", line.pair.b);
  else change(line, asked.side, next(line.pair, asked.side, asked.by, number));
}

/** All that is not the pair's: the same nodes stay, with the focus, where the pair alone changes. @param {any} data */
const lasting = ({ systems, segments, references, badge, fixed, signature, command, share }) =>
  JSON.stringify([systems, segments, references, badge, fixed, signature, !command, share]);

/** @param {import("./systems.js").Line} line */
function listen(line) {
  const { signal } = line.listening;
  document.addEventListener("click", openEntry, { capture: true, signal });
  window.addEventListener("keydown", (event) => onKey(event, line), { signal });
}

/** @param {import("../../widgets/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".masthead");
  const before = drawn.get(root);
  const line = before ?? { data, root, pair: { a: 0, b: 0, waitingFor: "", again: 0 }, send: () => {}, share: () => {}, listening: new AbortController() };
  const stays = before && lasting(before.data) === lasting(data);
  Object.assign(line, {
    data,
    send: (/** @type {object} */ message) => setTriggerValue("pair", message),
    share: () => setTriggerValue("share", true),
  });
  drawn.set(root, line);
  if (!stays) {
    line.pair.waitingFor = "";
    root.replaceChildren(systems(line), signature(line));
  }
  for (const [part, term] of [["facts", "delta"], ["signature", "signature"]]) {
    find(root, `.${part} a`).setAttribute("href", data.glossary.link + term);
  }
  answer(line.pair, data);
  showPair(line);
  const message = unanswered(line.pair);
  if (message) line.send(message);
  if (!before) listen(line);
  return () => root.isConnected || line.listening.abort(); // called for a call that was overtaken, too
}
