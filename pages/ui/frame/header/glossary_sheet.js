// An entry of the glossary in a sheet over the page, beside what one was looking at.

import { button, element } from "browser/dom.js";
import { fetchHelp } from "./help.js";

/** @typedef {import("./help.js").Entry} Entry */

/** The term of a link to an entry, "" for another link. @param {HTMLAnchorElement} link */
export function termOfLink({ href }) {
  const { origin, pathname, searchParams } = new URL(href, document.baseURI);
  return origin === location.origin && pathname.endsWith("/learn") ? searchParams.get("term") ?? "" : "";
}

/** @param {Entry} entry */
function partsOf({ short, how, mistake, source, also }) {
  const facts = [["Computation", how], ["Caution", mistake], ["Source", source], ["Also called", also.join(", ")]];
  const lines = facts.filter(([, text]) => text).flatMap(([label, text]) => [element("dt", "", label), element("dd", "", text)]);
  return [element("p", "", short), element("dl", "", ...lines)];
}

/** Escape closes it, and the focus returns. @param {import("./header.js").Header} header @param {string} name */
export async function showEntry({ root, data, send }, name) {
  const sheet = element("dialog", "entry-sheet"), head = element("div", "head"), title = element("h2", "", "Glossary"), body = element("div", "", "Loading …");
  const way = element("a", "way-to-learn", "Open in the glossary");
  way.href = data.term + encodeURIComponent(name);
  way.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    sheet.close();
    send("term", name);
  };
  // Keys of the page are off meanwhile: see FIELDS_OF_TEXT.
  Object.assign(sheet, { role: "dialog", ariaLabel: "Glossary", onclose: () => sheet.remove() });
  sheet.onkeydown = (event) => { if (event.key === "Escape") event.stopPropagation(); }; // it closes no other dialog
  sheet.onclick = ({ target }) => { if (target === sheet) sheet.close(); }; // beside it
  head.append(title, button("Close", "", () => sheet.close()));
  sheet.append(head, body, way);
  root.append(sheet);
  sheet.showModal();
  const entry = (await fetchHelp())?.glossary.find((one) => one.name === name);
  title.textContent = sheet.ariaLabel = entry?.term ?? "Glossary";
  body.replaceChildren(...(entry ? partsOf(entry) : ["The entry could not be loaded."]));
}
