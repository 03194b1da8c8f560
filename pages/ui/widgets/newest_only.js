// Streamlit may call a component with old data last.

/** @type {WeakMap<Node, number>} when the drawn data changed, by the component's element */
const drawnChange = new WeakMap();

/**
 * Streamlit imports a component's script for every change of its data, and a browser that is still
 * loading the script may resolve these imports in any order (Streamlit 1.67, Chromium 156).
 * @template {{data: Record<string, any>, parentElement: Node}} Mounted
 * @param {(mounted: Mounted) => void} draw is not given the time: it compares data with those drawn
 * @returns {(mounted: Mounted) => void} draws the `content`, JSON, unless newer data has been drawn
 */
export function newestData(draw) {
  return (mounted) => {
    const { data: { changed, content }, parentElement } = mounted;
    if (changed < (drawnChange.get(parentElement) ?? 0)) return;
    drawnChange.set(parentElement, changed);
    return draw({ ...mounted, data: JSON.parse(content) });
  };
}
