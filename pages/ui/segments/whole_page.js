// Runs the whole page when a script of the fragment asks for it: a server that was restarted does not
// know the fragment until it has run the page once.

import { freshId } from "browser/fresh_id.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ setTriggerValue }) {
  const run = () => setTriggerValue("run", freshId());
  document.addEventListener("bleuscope-run-page", run);
  return () => document.removeEventListener("bleuscope-run-page", run);
}
