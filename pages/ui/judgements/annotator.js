// Let the browser remember a name, or forget it if it is empty: see annotator.py.

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data }) {
  if (data.value === null) return;
  const age = data.value ? 34560000 : 0; // 400 days, the longest that browsers keep one
  document.cookie = `${data.name}=${data.value}; path=/; max-age=${age}; samesite=strict`;
}
