// The screen "Overview", and the reports below a matrix or a board: HTML that Python has made.

/** @typedef {import("./page.js").Page} Page */

/**
 * Show the HTML of a report: the one place where text becomes markup, as Python has escaped all that is data in it.
 * @param {HTMLElement} node
 * @param {string} html
 */
export function showReport(node, html) {
  node.innerHTML = html;
}

/** @param {HTMLElement & {drawn?: string}} root @param {Page} page */
export function drawOverview(root, { doc, pair, state, address }) {
  const drawn = [state.set, state.pair].join();
  if (root.drawn === drawn) return;
  root.drawn = drawn;
  showReport(root, pair?.overview || doc.overview);
  // Its links name no pair: they are those of a page with this pair alone.
  for (const link of root.querySelectorAll('a[href^="#view="]')) link.setAttribute("href", address(link.getAttribute("href")));
}
