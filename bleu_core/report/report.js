// Draws the figures from the data beside them, in the colours of the theme.
const { Plotly } = /** @type {any} */ (window);
const dark = matchMedia("(prefers-color-scheme: dark)");

function draw() {
  const color = getComputedStyle(document.body).color;
  /** @type {NodeListOf<HTMLScriptElement>} */
  const scripts = document.querySelectorAll("script[data-for]");
  for (const data of scripts) {
    const figure = JSON.parse(data.textContent);
    const layout = { ...figure.layout, font: { ...figure.layout.font, color, family: "system-ui, sans-serif" } };
    // A "$" in the name of a document is no formula.
    Plotly.react(data.dataset.for, figure.data, layout, {
      responsive: true, displaylogo: false, typesetMath: false, modeBarButtons: [["zoom2d", "pan2d", "resetScale2d"]],
    });
  }
}

draw();
dark.addEventListener("change", draw);
