// Draws the figures from the data beside them, in the colours of the theme.
const { Plotly } = /** @type {any} */ (window);
const dark = matchMedia("(prefers-color-scheme: dark)");

function draw() {
  const color = getComputedStyle(document.body).color;
  /** @type {NodeListOf<HTMLScriptElement>} */
  const scripts = document.querySelectorAll('script[type="application/json"]');
  for (const data of scripts) {
    const place = /** @type {HTMLElement} */ (data.previousElementSibling);
    // On a page of the file that is not shown it has no width yet.
    if (!place.getClientRects().length) continue;
    const figure = JSON.parse(data.textContent);
    const layout = { ...figure.layout, font: { ...figure.layout.font, color, family: "system-ui, sans-serif" } };
    // A "$" in the name of a document is no formula.
    Plotly.react(place, figure.data, layout, {
      responsive: true, displaylogo: false, typesetMath: false, modeBarButtons: [["zoom2d", "pan2d", "resetScale2d"]],
    });
  }
}

draw();
dark.addEventListener("change", draw);
addEventListener("hashchange", () => {
  draw();
  document.querySelector(":target")?.scrollIntoView();
});
