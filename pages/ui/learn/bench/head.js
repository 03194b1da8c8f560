// The bench's title and what is done with all of it: begun again, copied as a link, printed.

import { element } from "../../widgets/dom.js";
import { action, sendNow } from "./desk.js";

/** @typedef {import("./desk.js").Bench} Bench */

/** The address of what is on the desk now, of an edit once it is answered. @param {Bench} bench */
async function linkOf(bench) {
  if (bench.timer) sendNow(bench);
  if (bench.sent && bench.sent !== bench.data.serial) await new Promise((answered) => bench.waiting.push(answered));
  return location.origin + location.pathname + (bench.data.address ? "?" + bench.data.address : "");
}

/** @param {Bench} bench */
export function headOf(bench) {
  const copy = action("Copy link", "Copy a link to this bench, with its texts and settings", async () => {
    try { await navigator.clipboard.writeText(await linkOf(bench)); copy.textContent = "Copied"; } catch { copy.textContent = "Copy it from the address bar"; }
    setTimeout(() => (copy.textContent = "Copy link"), 1800);
  });
  const reset = action("Start again", "Back to the texts and settings of the lesson", () => bench.send("reset"));
  reset.classList.add("reset");
  const head = element("div", "deskhead");
  head.append(element("h3", "", "The bench"), element("span", "muted invitation", "Change a word and watch every factor move."),
    element("span", "muted ownwork", "Your own texts or settings."), element("span", "grow"),
    reset, copy, action("Print", "A clean handout of this lesson and bench", () => window.print()));
  return head;
}
