// Bringing the details opened beside a list into view: on a narrow screen they are far below it, and
// a long list ends below them. Elsewhere nothing moves.

/**
 * @param {string} key of the container; "" for none
 * @param {number} [most] the part of the window, from above, in which its beginning is in view
 */
export function bringIntoView(key, most = 1 / 2) {
  const place = key && document.querySelector(".st-key-" + key);
  if (!place) return;
  const top = place.getBoundingClientRect().top;
  if (top < 0 || top > innerHeight * most) place.scrollIntoView();
}
