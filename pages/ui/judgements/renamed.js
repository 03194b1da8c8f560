// The annotator's name has changed, here or in another tab: a browser has one name.

/** The event of the window after that, and the place in the browser's storage that tells other tabs. */
export const RENAMED = "bleuscope-renamed";

/** Hear of a change in another tab. @param {(name: string) => void} take gets the name as the cookie has it @param {AbortSignal} signal */
export function listenForNames(take, signal) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== RENAMED || !newValue) return;
    take(newValue.split(" ")[1]);
    dispatchEvent(new Event(RENAMED));
  }, { signal });
}
