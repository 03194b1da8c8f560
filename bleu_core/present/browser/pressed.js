// Elements redrawn under a pressed pointer lose their click: the release finds another element.

/**
 * @param {HTMLElement} node
 * @returns {(draw: () => void) => void} draws at once, or, while the pointer is pressed on the node,
 *     after its release and click: of several drawings the last one
 */
export function afterRelease(node) {
  /** @type {(() => void) | null} */
  let waiting = null;
  let pressed = false;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pressed) return;
    pressed = true;
    const listening = new AbortController();
    const { signal } = listening;
    const release = () => {
      if (signal.aborted) return;
      listening.abort();
      const draw = waiting;
      pressed = false;
      waiting = null;
      if (node.isConnected) draw?.();
    };
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release), { signal });
    document.addEventListener("pointermove", (moved) => { if (!moved.buttons) release(); }, { signal });
  }, { capture: true });
  return (draw) => { if (pressed) waiting = draw; else draw(); };
}
