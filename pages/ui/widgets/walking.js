// Arrow keys in tables and groups, each of which is one stop of the Tab key.

// ---- A table: up and down walk its rows, left and right the links and buttons of one; Home and End go
// to the first and the last row.

/**
 * @param {HTMLTableElement} table
 * @param {HTMLElement} [start] the stop of the Tab key; else the first
 * @param {string} [what] what else than rows is walked to
 */
export function walkable(table, start, what = ".asks") {
  const rows = [...table.rows]
    .map((row) => [row, .../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(what))])
    .map((nodes) => nodes.filter((node) => node.tabIndex === 0))
    .filter((stops) => stops.length);
  const stops = rows.flat();
  const stopAt = (/** @type {EventTarget} */ node) => stops.forEach((other) => { other.tabIndex = other === node ? 0 : -1; });
  const isStop = (/** @type {EventTarget} */ node) => stops.some((stop) => stop === node);
  if (stops.length) stopAt(start ?? stops[0]);
  table.addEventListener("focusin", (event) => {
    if (isStop(event.target)) stopAt(event.target);
  });
  table.addEventListener("keydown", (event) => {
    const r = rows.findIndex((row) => row.some((stop) => stop === event.target));
    if (r < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const c = rows[r].findIndex((stop) => stop === event.target);
    const level = (/** @type {HTMLElement[] | undefined} */ row) => row?.[Math.min(c, row.length - 1)];
    /** @type {Record<string, HTMLElement>} */
    const next = {
      ArrowUp: level(rows[r - 1]), ArrowDown: level(rows[r + 1]),
      ArrowLeft: rows[r][c - 1], ArrowRight: rows[r][c + 1],
      Home: rows[0][0], End: rows.at(-1)[0],
    };
    if (!next[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next[event.key].focus();
  });
}

// ---- A group: the arrow keys walk its elements.

/** @param {HTMLElement} group @param {string} selector of what can have the focus */
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

// ---- Bringing the details opened beside a list into view: on a narrow screen they are far below it, and
// a long list ends below them. Elsewhere nothing moves.

/**
 * @param {string} key of the container that it stands in; "" for none
 * @param {number} [most] the part of the window, from above, in which its beginning is in view
 */
export function bringIntoView(key, most = 1 / 2) {
  const place = key && document.querySelector(".st-key-" + key);
  if (!place) return;
  const top = place.getBoundingClientRect().top;
  if (top < 0 || top > innerHeight * most) place.scrollIntoView();
}
