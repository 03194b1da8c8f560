// The report of a ranking or of a suite around what its page draws.

import { element, find } from "browser/dom.js";

/** The verdict comes first, then `nodes`, then all else. @param {string} html @param {HTMLElement[]} nodes */
export function reportAround(html, ...nodes) {
  const verdict = element("div", "overview"), report = element("div", "overview");
  report.innerHTML = html; // Python has escaped it
  const heading = find(report, "header");
  if (heading) verdict.append(heading);
  return [verdict, ...nodes, report];
}
