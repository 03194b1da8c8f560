// The dialog that Streamlit opens while its server is away. It takes the focus from the field in which one types, and nothing
// has the focus after it.

/** @param {unknown} node */
export function isInOutage(node) {
  const dialog = node instanceof Element && node.closest('[role="dialog"]');
  return dialog && dialog.querySelector("h2")?.textContent === "Connection error";
}

/** Whether the dialog is on the page. */
export function hasOutage() {
  return [...document.querySelectorAll('[role="dialog"]')].some(isInOutage);
}

/** The field that the dialog took the focus from; also where a screen is drawn anew. @type {HTMLElement | null} */
let interrupted = null;

/**
 * What is typed on is no key of the page: over the dialog it is dropped, then the field has the focus again. This ends with a
 * press of the pointer. @param {AbortSignal} signal
 */
export function keepTyping(signal) {
  document.addEventListener("focusout", (event) => {
    const field = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (field.matches("input, textarea, [contenteditable]") && isInOutage(event.relatedTarget)) interrupted = field;
  }, { signal });
  document.addEventListener("pointerdown", () => { interrupted = null; }, { capture: true, signal });
  addEventListener("keydown", (event) => {
    if (!interrupted || event.key === "Escape" || event.key === "Tab") return; // keys of the dialog
    if (event.target !== document.body && !isInOutage(event.target)) return void (interrupted = null);
    interrupted.focus(); // in vain while the dialog is open
    event.stopImmediatePropagation();
  }, { capture: true, signal });
}
