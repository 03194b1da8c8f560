// The signature, the buttons that copy it and the command that gives the same scores, and Share.

import { button, element, find } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";

/** @param {string} label @param {() => string} text @param {HTMLElement} code selected where nothing can be copied */
function copyButton(label, text, code) {
  const node = button(label, "", async () => {
    try {
      await navigator.clipboard.writeText(text());
      node.textContent = "Copied";
    } catch {
      node.textContent = "Press Ctrl+C";
      window.getSelection().selectAllChildren(code);
    }
    setTimeout(() => (node.textContent = label), 1500);
  });
  return node;
}

/** @param {import("./systems.js").Line} line whose command is that of the pair when it is copied */
export function signature(line) {
  const box = element("div", "signature");
  const code = element("code", "", line.data.signature);
  code.title = line.data.signature;
  const ask = asking("?", line.data.glossary, "signature");
  ask.setAttribute("aria-label", "Signature");
  box.append(ask, code, copyButton("Copy", () => line.data.signature, code));
  if (line.data.command) {
    const command = copyButton("sacreBLEU command", () => line.data.command, code);
    command.onpointerenter = command.onfocus = () => {
      command.title = "Copy the command that gives the same scores:\n" + line.data.command;
    };
    box.append(command);
  }
  if (line.data.share) {
    const share = button(line.data.share.label, "share", () => line.share());
    share.title = line.data.share.title;
    box.append(share);
  }
  return box;
}

/**
 * A "?" of Streamlit's shows its tip on focus too, but no key gets to the link in it: pressing
 * the "?" opens what the link names. It is done here as this is on every screen.
 * @param {MouseEvent} event
 */
export function openEntry(event) {
  if (!(event.target instanceof Element && event.target.closest('button[aria-label^="Help"]'))) return;
  find(document, '[role="tooltip"] a[href*="term="]')?.click();
}
