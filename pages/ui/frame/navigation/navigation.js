// Additions to Streamlit's page links: an address that works in another tab, the mark of the open
// page, and clicks with Ctrl, Shift or ⌘; names of the groups; keys. A plain click is still
// Streamlit's.

import { openByKeys } from "./screen_keys.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data }) {
  let waiting = 0;
  const leaving = new AbortController();
  const sizes = new ResizeObserver(() => keepInSight(document.querySelector(".st-key-navigation")));
  const complete = () => {
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".st-key-navigation a");
    if (links.length < data.links.length) {
      waiting = setTimeout(complete, 50); // their script is still being loaded
      return;
    }
    nameGroups(data.groups);
    links.forEach((link, i) => {
      link.title = "Keys: g " + data.keys[i];
      link.setAttribute("href", data.links[i]);
      link.tabIndex = i === data.current ? -1 : 0; // who is there need not be led there
      if (i !== data.current) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "page");
        comeIntoSight(link);
      }
      link.onclick = (event) => {
        // Keep Streamlit from opening it here, so that the browser opens a tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
      };
      sizes.observe(link, { box: "border-box" });
    });
  };
  complete();
  openByKeys((letter) => {
    const place = data.keys.indexOf(letter);
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".st-key-navigation a");
    if (place !== data.current) links[place]?.click();
    return place >= 0;
  }, leaving.signal);
  return () => {
    leaving.abort();
    clearTimeout(waiting);
    sizes.disconnect();
  };
}

/** @param {string[]} names */
function nameGroups(names) {
  const navigation = document.querySelector(".st-key-navigation");
  navigation.setAttribute("role", "navigation");
  navigation.setAttribute("aria-label", "Screens");
  names.forEach((name, i) => {
    const group = navigation.querySelector(".st-key-screens-" + i);
    group?.setAttribute("role", "group");
    group?.setAttribute("aria-label", name);
  });
}

// The names' texts and fonts load after their links, and a phone is turned: both move the names.
// That the reader scrolled them changes no size.
/** @param {HTMLElement | null} names */
function keepInSight(names) {
  const size = `${names?.clientWidth} ${names?.scrollWidth}`;
  /** @type {HTMLElement | null | undefined} */
  const current = names?.querySelector("[aria-current]");
  if (!names || !current || names.dataset.size === size) return;
  names.dataset.size = size;
  comeIntoSight(current);
}

// Where not all names fit, they scroll: that of the page that is open is among those in sight.
/** @param {HTMLElement} link */
function comeIntoSight(link) {
  const names = link.closest(".st-key-navigation");
  const from = names?.getBoundingClientRect(), at = link.getBoundingClientRect();
  if (names && from && (at.left < from.left || at.right > from.right))
    names.scrollLeft += at.left - from.left - (from.width - at.width) / 2;
}
