// What is opened beside a list stands far below it where the screen is narrow, and above the end of a
// long list: there it is brought into view, elsewhere nothing moves.

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
