// A table is one stop of the Tab key: up and down walk its rows, left and right the links and buttons of
// one; Home and End go to the first and the last row. Hidden rows are passed over.

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
    const seen = rows.filter((row) => !row[0].closest("tr").hidden);
    const r = seen.findIndex((row) => row.some((stop) => stop === event.target));
    if (r < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const c = seen[r].findIndex((stop) => stop === event.target);
    const level = (/** @type {HTMLElement[] | undefined} */ row) => row?.[Math.min(c, row.length - 1)];
    /** @type {Record<string, HTMLElement>} */
    const next = {
      ArrowUp: level(seen[r - 1]), ArrowDown: level(seen[r + 1]),
      ArrowLeft: seen[r][c - 1], ArrowRight: seen[r][c + 1],
      Home: seen[0][0], End: seen.at(-1)[0],
    };
    if (!next[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next[event.key].focus();
  });
}
