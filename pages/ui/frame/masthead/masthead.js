// The systems' names and colours, and the signature with its two copy buttons.

import { button, element, find } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";

/** @param {"A" | "B"} letter @param {string} name */
function system(letter, name) {
  const node = element("span", "system " + letter.toLowerCase());
  node.append(element("span", "square"), element("b", "", letter), element("span", "name", name));
  node.title = letter === "A" ? "System A, the baseline: " + name : "System B, the candidate: " + name;
  return node;
}

/** @param {string} label @param {string} text @param {HTMLElement} code selected where nothing can be copied */
function copyButton(label, text, code) {
  const node = button(label, "", async () => {
    try {
      await navigator.clipboard.writeText(text);
      node.textContent = "Copied";
    } catch {
      node.textContent = "Press Ctrl+C";
      window.getSelection().selectAllChildren(code);
    }
    setTimeout(() => (node.textContent = label), 1500);
  });
  return node;
}

/** @param {any} data */
function systems(data) {
  const box = element("div", "systems");
  if (data.sample) {
    const sample = element("span", "sample", "Sample");
    sample.title = data.sample;
    box.append(sample);
  }
  box.append(system("A", data.a), element("span", "muted", "vs"), system("B", data.b));
  const facts = element("span", "muted", data.segments + " · ");
  facts.append(asking("Δ = B − A", data.glossary, "delta"));
  box.append(facts);
  return box;
}

/** @param {any} data */
function signature(data) {
  const box = element("div", "signature");
  const code = element("code", "", data.signature);
  code.title = data.signature;
  code.tabIndex = 0;
  const ask = asking("?", data.glossary, "signature");
  ask.setAttribute("aria-label", "Signature");
  box.append(ask, code, copyButton("Copy", data.signature, code));
  if (data.command) {
    const command = copyButton("sacreBLEU command", data.command, code);
    command.title = "Copy the command that gives the same scores:\n" + data.command;
    box.append(command);
  }
  return box;
}

/**
 * A "?" of Streamlit's shows its tip on focus too, but no key gets to the link in it: pressing
 * the "?" opens what the link names. It is done here as this is on every screen.
 * @param {MouseEvent} event
 */
function openEntry(event) {
  if (!(event.target instanceof Element && event.target.closest('button[aria-label^="Help"]'))) return;
  find(document, '[role="tooltip"] a[href*="term="]')?.click();
}

/** @param {import("../../widgets/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  find(parentElement, ".masthead").replaceChildren(systems(data), signature(data));
  document.addEventListener("click", openEntry, { capture: true });
  return () => document.removeEventListener("click", openEntry, { capture: true });
}
