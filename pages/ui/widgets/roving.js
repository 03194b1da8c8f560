// The arrow keys walk the elements of a group, which is one stop of the Tab key.

/** @param {HTMLElement} group @param {string} selector of the elements that can have the focus */
export function rove(group, selector) {
  /** @type {HTMLElement[]} */
  const stops = [...group.querySelectorAll(selector)].map((node) => /** @type {HTMLElement} */ (node));
  const start = Math.max(0, stops.findIndex((stop) => stop.getAttribute("aria-pressed") === "true"));
  stops.forEach((stop, i) => { stop.tabIndex = i === start ? 0 : -1; });
  stops.forEach((stop, i) => stop.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = stops[i + by];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    stop.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }));
}
