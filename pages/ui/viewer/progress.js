// The line over a view while its data is computed: what, how far, and Stop; or what failed, with Try again.

import { button, element } from "browser/dom.js";

/** @typedef {ReturnType<typeof newProgress>} ProgressLine */

export function newProgress() {
  const root = element("div", "progress-line"), text = element("span"), bar = element("progress");
  const stop = button("Stop", "", () => { line.stopped = true; });
  const line = {
    root, stopped: false, again: () => {},
    /** @type {import("./ask.js").Report} */
    show: (what, part) => {
      root.hidden = !what;
      text.textContent = what;
      bar.value = part;
      if (stop.parentNode !== root) root.replaceChildren(text, bar, stop); // it may be pressed
    },
    /** @param {string} problem */
    fail: (problem) => {
      root.hidden = false;
      text.textContent = problem;
      root.replaceChildren(text, button("Try again", "", () => { line.again(); }));
    },
  };
  root.hidden = true;
  root.setAttribute("role", "status");
  return line;
}
