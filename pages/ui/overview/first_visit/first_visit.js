// Cards for somebody who comes for the first time. A cookie remembers that they were dismissed, or
// that something of one's own was opened; __init__.py reads it with the first request.

import { button, element, find } from "browser/dom.js";

const A_YEAR = 365 * 24 * 60 * 60;

/** @param {string} cookie */
function remember(cookie) {
  document.cookie = `${cookie}=seen; Max-Age=${A_YEAR}; SameSite=Strict`;
}

/** @param {any} card @param {() => void} press */
function cardLink(card, press) {
  const node = element("a", "card");
  node.href = card.href;
  node.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    press();
  };
  node.append(element("b", "", card.title), element("span", "", card.text));
  return node;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".first-visit");
  root.replaceChildren();
  root.hidden = !data.cards.length;
  if (!data.cards.length) {
    remember(data.cookie);
    return;
  }
  for (const card of data.cards) root.append(cardLink(card, () => setTriggerValue("go", card.screen)));
  const close = button("×", "close", () => {
    remember(data.cookie);
    root.hidden = true;
    setTriggerValue("dismiss", true);
  });
  close.setAttribute("aria-label", "Dismiss");
  close.title = "Do not show this again";
  root.append(close);
}
