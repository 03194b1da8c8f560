// A term whose tooltip explains it on hover or focus.

import { element } from "./dom.js";

/**
 * The data of rich_text.py: the address of entries without the term, and their short texts.
 * @typedef {{link: string, short: Record<string, string>}} Glossary
 */

/**
 * Where the glossary has it the name is a link to the entry, and the tip is part of the link: Enter and a click open
 * it, over the page where there is a header (frame/header/glossary_sheet.js). Without a link there are the tips alone.
 * @param {string} label @param {Glossary} glossary @param {string} [term] @param {string} [help]
 */
export function asking(label, glossary, term, help) {
  const entry = glossary.link && term, mark = entry ? element("a", { className: "asks", href: glossary.link + term, target: "_blank" }, label)
    : element("span", { className: "asks", tabIndex: 0 }, label);
  if (term) requestAnimationFrame(() => markOnce(mark, term)); // when it is on the page
  return addTip(mark, help || glossary.short[term] || "", entry && "Glossary");
}

/** The mark that explains a term, in all components of the page. @type {Map<string, WeakRef<HTMLElement>>} */
const explaining = /** @type {any} */ (globalThis).bleuscopeTerms ??= new Map();

/** A term is underlined and a link once on the screen; elsewhere it has its tip alone. @param {HTMLElement} mark @param {string} term */
function markOnce(mark, term) {
  const other = explaining.get(term)?.deref();
  if (!other?.isConnected || other === mark || !other.checkVisibility()) {
    explaining.set(term, new WeakRef(mark));
    return;
  }
  mark.classList.add("again");
  for (const name of ["href", "target", "aria-label", "aria-description"]) mark.removeAttribute(name);
  if (mark.tabIndex === 0) mark.removeAttribute("tabindex");
}

/** Give `mark` a tip with `text`; its last line says what pressing does. @param {HTMLElement} mark @param {string} text @param {string} [way] */
export function addTip(mark, text, way) {
  // Above everything, whatever scrolls or is cut around it; in the mark, but no part of its name.
  const tip = element("span", { className: "asked", popover: "manual" }, text, ...(way ? [element("span", "way", way)] : []));
  Object.assign(mark, { ariaLabel: mark.textContent, ariaDescription: text });
  let timer = 0;
  const toggle = (/** @type {boolean} */ on) => { if (tip.isConnected) tip.togglePopover(on); };
  const show = () => {
    toggle(true);
    const at = mark.getBoundingClientRect(), size = tip.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8)) + "px";
    tip.style.top = (at.top > size.height + 8 ? at.top - size.height : at.bottom) + "px";
    addEventListener("scroll", hide, { capture: true, once: true });
  };
  const hide = () => { clearTimeout(timer); toggle(false); };
  mark.onpointerenter = () => { timer = setTimeout(show, 200); }; // not when passing over
  mark.onfocus = () => { if (mark.matches(":focus-visible")) show(); };
  mark.onpointerleave = mark.onblur = hide;
  mark.addEventListener("click", hide);
  mark.onkeydown = (event) => {
    if (event.key !== "Escape" || !tip.matches(":popover-open")) return;
    hide();
    event.stopPropagation();
  };
  mark.append(tip);
  return mark;
}
