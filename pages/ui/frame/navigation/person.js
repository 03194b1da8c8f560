// The logged-in user, and Log out: see header.py.

import { element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".person");
  const name = element("span", "name", data.name);
  name.title = data.email && data.email !== data.name ? data.name + " · " + data.email : data.name;
  const out = element("a", "", "Log out");
  out.href = "./auth/logout";
  out.target = "_self";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Logged in");
  root.replaceChildren(name, out);
}
