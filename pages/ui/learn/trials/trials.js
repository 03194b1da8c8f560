// A histogram of pseudo-differences that fills as the trials run; the observed one is a line.

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function signed(value) {
  return (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(1);
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".trials");
  const W = 560, H = 230, B = 34, T = 26;
  const last = data.frames.length - 1;
  const most = Math.max(...data.frames[last], 1);
  const x = (v) => ((v + data.reach) / (2 * data.reach)) * W;
  const bins = data.frames[0].length;
  const svg = draw("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": data.title + ": pseudo-differences of " + data.total + " trials" });
  const bars = data.frames[0].map((_, i) => {
    const middle = ((i + 0.5) / bins) * 2 * data.reach - data.reach;
    const bar = draw("rect", { class: Math.abs(middle) >= Math.abs(data.delta) ? "bar extreme" : "bar", x: (i * W) / bins + 0.5, width: W / bins - 1 });
    svg.append(bar);
    return bar;
  });
  svg.append(draw("line", { class: "base", x1: 0, x2: W, y1: H - B, y2: H - B }));
  for (const v of [-data.delta, data.delta]) svg.append(draw("line", { class: "observed" + (v === data.delta ? "" : " mirror"), x1: x(v), x2: x(v), y1: T - 6, y2: H - B }));
  const right = x(data.delta) > W / 2;
  svg.append(draw("text", { class: "name", x: x(data.delta) + (right ? -6 : 6), y: T, "text-anchor": right ? "end" : "start" }, "A and B: " + data.deltaText));
  const tick = Math.max(1, Math.round(data.reach / 3));
  for (let v = -3 * tick; v <= 3 * tick; v += tick) if (Math.abs(v) < data.reach * 0.97) svg.append(draw("text", { x: x(v), y: H - B + 18, "text-anchor": "middle" }, signed(v)));
  svg.append(draw("text", { x: W / 2, y: H - 2, "text-anchor": "middle" }, "Δ of shuffled systems, BLEU points"));
  const caption = document.createElement("figcaption");
  const title = Object.assign(document.createElement("b"), { textContent: data.title });
  const count = document.createElement("span");
  const again = Object.assign(document.createElement("button"), { type: "button", textContent: "Run again" });
  caption.append(title, again, count);
  root.replaceChildren(caption, svg);

  const show = (f) => {
    bars.forEach((bar, i) => {
      const height = (data.frames[f][i] / most) * (H - B - T - 8);
      bar.setAttribute("y", H - B - height);
      bar.setAttribute("height", height);
    });
    count.textContent = data.trials[f] + " trials, " + data.extreme[f] + " at least as far from 0 as A and B" + (f === last ? ": " + data.p : "");
  };
  const run = () => {
    clearInterval(root.timer);
    let f = 0;
    show(0);
    root.timer = setInterval(() => { f += 1; show(f); if (f >= last) clearInterval(root.timer); }, 70);
  };
  again.onclick = run;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(last);
  else run();
  return () => clearInterval(root.timer);
}
