// The field of the filter, for the screen whose keys are another component's.

/** @returns {HTMLInputElement | null} */
export function fieldOfFilter() {
  const hosts = [...document.querySelectorAll(".st-key-expression *")];
  return hosts.map((node) => node.shadowRoot?.querySelector("input")).find(Boolean) ?? null;
}
