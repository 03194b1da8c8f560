// A sheet over the page that lists its keys.

import { button, element } from "./dom.js";

/** @typedef {[keys: string, what: string]} KeyLine keys, with spaces between them */
/** @typedef {[title: string, lines: KeyLine[]]} KeyGroup */

/** @param {KeyGroup} group */
function keyGroup([title, lines]) {
  const box = element("section"), list = element("dl");
  for (const [keys, what] of lines) {
    const term = element("dt");
    term.append(...keys.split(" ").map((key) => element("kbd", "", key)));
    list.append(term, element("dd", "", what));
  }
  box.append(element("h3", "", title), list);
  return box;
}

/** Open the sheet, which Escape closes. @param {KeyGroup[]} groups @param {Node} [parent] */
export function showKeySheet(groups, parent = document.body) {
  const sheet = element("dialog", "key-sheet"), head = element("div", "head"), body = element("div", "groups"), close = button("Close", "", () => sheet.close());
  // Keys of the page are off while one is asked something: see FIELDS_OF_TEXT.
  Object.assign(sheet, { role: "dialog", ariaLabel: "Keyboard shortcuts", onclose: () => sheet.remove() });
  sheet.onclick = ({ target }) => { if (target === sheet) sheet.close(); }; // beside it
  head.append(element("h2", "", "Keyboard shortcuts"), close);
  body.append(...groups.map(keyGroup));
  sheet.append(head, body);
  parent.appendChild(sheet);
  sheet.showModal();
}
