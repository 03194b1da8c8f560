// The screen "Segments".

/** @param {HTMLElement} root @param {import("./page.js").Page} page */
export function drawSegments(root, { set }) {
  root.textContent = String(set.size);
}
