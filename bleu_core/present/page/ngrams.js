// The screen "Ngrams".

/** @param {HTMLElement} root @param {import("./page.js").Page} page */
export function drawNgrams(root, { set }) {
  root.textContent = String(set.size);
}
