// The screen "Slices".

/** @param {HTMLElement} root @param {import("./page.js").Page} page */
export function drawSlices(root, { set }) {
  root.textContent = String(set.size);
}
