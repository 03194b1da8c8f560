// A box of the page's own below a place of it, as far right as there is room.

/**
 * @param {HTMLElement} root what the node is placed in
 * @param {HTMLElement} node
 * @param {{left: number, bottom: number}} place on the page
 */
export function putBelow(root, node, { left, bottom }) {
  const page = root.getBoundingClientRect();
  node.style.top = bottom - page.top + 12 + "px";
  node.style.left = Math.max(0, Math.min(left - page.left, page.width - node.offsetWidth)) + "px";
}
