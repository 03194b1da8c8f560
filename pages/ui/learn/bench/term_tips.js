// What a symbol or a number with data-term is, told while it is pointed at or has the focus;
// pressing it opens the glossary.

import { element } from "../../widgets/dom.js";

/** @param {Event} event @returns {HTMLElement | null} */
function termAt({ target }) {
  return target instanceof Element ? target.closest("[data-term]") : null;
}

/** A word that opens the glossary is a link; a symbol of a formula, which may hold none, is only focused. @param {HTMLElement} root */
export function nameTerms(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const words = root.querySelectorAll(".who");
  for (const word of words) {
    word.setAttribute("role", "link");
    word.tabIndex = 0;
  }
}

/** @param {import("./desk.js").Bench} bench */
export function tellTerms(bench) {
  const { node: root, parts: { tip } } = bench;
  const show = (/** @type {Event} */ event) => {
    const node = termAt(event);
    if (!node) { tip.hidden = true; return; }
    const [term, text] = bench.data.terms[node.dataset.term];
    tip.replaceChildren(element("b", "", term), element("span", "", text), element("span", "muted", "Press it for the glossary ↗"));
    tip.hidden = false;
    const [at, home] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    tip.style.left = Math.max(0, Math.min(at.left - home.left, home.width - tip.offsetWidth)) + "px";
    tip.style.top = at.bottom - home.top + 8 + "px";
  };
  root.addEventListener("pointerover", show);
  root.addEventListener("focusin", show);
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, () => { tip.hidden = true; });
  const press = (/** @type {Event} */ event) => {
    const node = termAt(event);
    if (node) window.open(bench.data.glossary + node.dataset.term);
  };
  root.addEventListener("click", press);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tip.hidden = true;
    else if (event.key === "Enter") press(event);
  });
}
