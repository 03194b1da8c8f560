// What the colours and lines of the segment mean.

function legend(order) {
  const orders = Math.min(4, order);
  const chips = (side) => Array.from({ length: orders }, (_, i) => {
    const n = order <= 4 ? i + 1 : Math.round(((i + 1) * order) / 4);
    return element("span", "chip " + side + " d" + step(n, order), String(n));
  });
  const items = [element("span", "", "longest credited n-gram"), ...chips("a"), ...chips("b"), element("span", "chip clipped", "clipped"),
    element("span", "sep", "in references:"), element("span", "chip more-a", "more by A"), element("span", "chip more-b", "more by B"),
    element("span", "chip alike", "alike"), element("span", "chip none", "missed by both")];
  items[0].title = "Credit goes first to occurrences inside the longest credited n-grams, then left to right; which of them gets it does not change BLEU.";
  return items;
}
