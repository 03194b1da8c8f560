// Let the browser remember a name, or forget it if it is empty: see annotator.py.

import { storageOf } from "./panel/outbox.js";
import { RENAMED } from "./renamed.js";

const PLACE = "bleuscope-name";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data }) {
  if (data.value === null) return;
  // Once: meanwhile another tab may have taken another name.
  const tab = storageOf("sessionStorage");
  if (tab[PLACE] === data.change) return;
  tab[PLACE] = data.change;
  const age = data.value ? 34560000 : 0; // 400 days, the longest that browsers keep one
  document.cookie = `${data.name}=${data.value}; path=/; max-age=${age}; samesite=strict`;
  storageOf("localStorage")[RENAMED] = `${data.change} ${data.value}`;
  dispatchEvent(new Event(RENAMED));
}
