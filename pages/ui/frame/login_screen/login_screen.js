// The login screen: why a login failed, and the link to log in (see header.py).

import { element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".login");
  const said = data.why
    ? [alerted(data.why)]
    : [element("p", "", "See where and why BLEU changed between machine-translation systems.")];
  root.replaceChildren(
    element("h1", "", "BLEUscope"),
    ...said,
    link(data.login, data.why ? "Log in again" : "Log in"),
    element("p", "muted", "This server requires a login at " + data.provider + "."),
  );
}

/** @param {string} text */
function alerted(text) {
  const told = element("p", "why", text);
  told.setAttribute("role", "alert");
  return told;
}

/**
 * @param {string} address
 * @param {string} label
 */
function link(address, label) {
  const node = element("a", "go", label);
  node.href = address;
  node.target = "_self";
  return node;
}
