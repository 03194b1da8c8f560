"""What strangers may give a page that needs no server: names, links, and what is added to it."""

from functools import cache

from playwright.sync_api import expect

from bleu_core import Comparison, EvalSet
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import render_page

from .hearing import offline
from .hostile import expect_nothing_came_alive

# Names of what every object of JavaScript has.
INHERITED = ["__proto__", "constructor", "toString", "5"]


@cache
def names_page() -> bytes:
    """The page of systems and columns with such names."""
    words = [INHERITED[i % 3] for i in range(40)]
    lines = [f"{word} the cat {i}" for i, word in enumerate(words)]
    systems = {"__proto__": lines, "constructor": [line.replace("cat", "dog") for line in lines]}
    metadata = dict.fromkeys(INHERITED, words)
    data = EvalSet(systems, [lines[::-1]], lines, documents=words, metadata=metadata)
    return render_page(gather(Comparison.of(data)))


def test_names_and_values_are_no_names_of_objects(open_it) -> None:
    page = open_it(names_page(), "view=slices&by=__proto__")
    count = page.locator(".count")
    table = page.get_by_role("table", name="Slices")
    expect(table.get_by_role("row")).to_have_count(6)  # its head, the column, three slices, and all
    table.get_by_role("row", name="toString").click()
    expect(count).to_have_text("13 of 40")
    assert "part.__proto__=toString" in page.url
    page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_role("dialog").get_by_label("Slice").select_option("constructor")
    expect(count).to_have_text("13 of 40")


STRANGE = [
    "view=__proto__&slice=constructor&ngram=__proto__",
    "view=segments&set=99&pair=99&seg=1e9&sort=__proto__",
    "view=segments&seg=999999999&sort=%22%3E%3Cimg%20src=x%20onerror=window.hacked=1%3E",
    "view=segments&sort=-column:constructor&text=%00&in=toString",
    "view=segments&sort=disagree:,%25&part.line=(1,2)&part.=&part",
    "view=segments&sort=metric:toString&text=" + "(" * 1_900,
    "view=ngrams&ngram=%3Cimg src=x onerror=window.hacked=1%3E&delta=nothing",
    "view=slices&by=%3Cimg src=x%3E&has=%3Cimg src=x onerror=window.hacked=1%3E",
    "view=segments&text=(%5Cw%2B%5Cs?)*%5C$%5C$&delta=..",
    "view=segments&part.__proto__=constructor&part.__proto__=toString&delta=1e999..-1e999",
    "%E0%A4%A", "content", "&&==#",
]  # fmt: skip


def test_no_link_breaks_the_page(open_it) -> None:
    page = open_it(names_page())
    file = page.url.partition("#")[0]
    for fragment in STRANGE:
        page.goto(f"{file}#{fragment}")
        page.reload()
        screen = page.locator("main > section:visible")
        expect(screen).to_have_count(1)
        expect(screen).not_to_be_empty()
    expect_nothing_came_alive(page)


# What the policy of the page refuses of a script, a handler, two styles, an image and a request.
ADDED = """async () => {
  const refused = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    refused.push(event.effectiveDirective);
  });
  const add = (name, text) => {
    const node = document.createElement(name);
    node.textContent = text;
    document.body.append(node);
    return node;
  };
  add("script", "window.hacked = 1");
  add("style", "body { display: none }");
  add("i", "").setAttribute("style", "color: red");
  const button = add("button", "");
  button.setAttribute("onclick", "window.hacked = 2");
  button.click();
  const image = add("img", "");
  image.src = "https://example.org/x.png";
  await new Promise((resolve) => { image.onerror = resolve; });
  await fetch("https://example.org/").catch(() => {});
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return refused.sort();
}"""


def test_nothing_that_is_added_runs_applies_or_asks(browser, tmp_path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(names_page())
    page, _ = offline(browser)
    page.goto(path.as_uri())
    expect(page.get_by_role("navigation", name="Screens")).to_be_visible()
    assert page.evaluate(ADDED) == [
        "connect-src", "img-src", "script-src-attr", "script-src-elem",
        "style-src-attr", "style-src-elem",
    ]  # fmt: skip
    assert page.evaluate("window.hacked") is None
    page.context.close()
