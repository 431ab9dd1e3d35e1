"""The website in a real browser, as wide as a desk and as a phone. Skipped where there is no Chromium."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants.catalogue import MUTANTS
from tests.mutants.test_mutants import build
from tests.reporting.browser import PROGRAM, Page, browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no chromium on the PATH: apt-get install chromium"),
]
PHONE, DESK = 390, 1280
LONG = "an-engine-whose-name-is-one-word-and-wider-than-a-phone-and-half-a-desk-because-somebody-likes-it"
SHOWN = "[...document.querySelectorAll('[data-entry]')].filter(one => one.getClientRects().length)"
PAGES = ("index.html", "clauses.html", "chapter-dying.html", "chapter-skills.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The website of the whole suite on the reference and on a wrong engine; its address."""
    folder = tmp_path_factory.mktemp("website")
    (mutant,) = [one for one in MUTANTS if one.name == "dying-after-damage"]
    (folder / "wrong").mkdir()
    build(mutant, folder / "wrong")

    def caipan(*arguments: str | Path, path: str = "", expected: int = 0) -> None:
        environment = os.environ | ({"PYTHONPATH": path} if path else {})
        command = [sys.executable, "-m", "caipan", *map(str, arguments)]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == expected, done.stdout + done.stderr

    caipan("run", "--report", "right.ndjson")
    caipan("run", "--report", "wrong.ndjson", path=str(folder / "wrong"), expected=1)
    report = folder / "wrong.ndjson"
    report.write_text(report.read_text("utf-8").replace("sanguosha reference", LONG, 1), "utf-8")
    caipan("report", "right.ndjson", "wrong.ndjson", "--html", "site")
    return (folder / "site").as_uri()


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A tab of a browser."""
    with browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; nothing may go wrong in it."""
    tab.errors.clear()
    tab.size(DESK)
    yield tab
    assert tab.errors == []


def search(page: Page, words: str) -> int:
    """Type into the search field; how many entries are left."""
    typed = f"const q = document.querySelector('[name=q]'); q.focus(); q.value = {json.dumps(words)};"
    page.run(f"(() => {{ {typed} q.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")
    return int(page.run(f"{SHOWN}.length"))


def choose(page: Page, name: str, value: str) -> int:
    """Choose in a list; how many entries are left."""
    chosen = f"const field = document.querySelector('[name={name}]'); field.value = {json.dumps(value)};"
    page.run(f"(() => {{ {chosen} field.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")
    return int(page.run(f"{SHOWN}.length"))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_page_is_never_wider_than_the_window(page: Page, site: str, name: str, width: int) -> None:
    page.size(width)
    page.open(f"{site}/{name}")
    page.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.run("innerWidth") == width
    wide = page.run(
        "[...document.querySelectorAll('main *, header *')]"
        ".filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll'))"
        ".map(one => one.outerHTML.slice(0, 200))"
    )
    assert wide == []
    assert page.run("document.documentElement.scrollWidth") == width


def test_style_and_script_are_there(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    assert page.run("getComputedStyle(document.querySelector('.top')).position") == "sticky"
    assert page.run("document.querySelector('[data-filter]').hidden") is False
    for dark, ground in ((False, "rgb(251, 250, 247)"), (True, "rgb(23, 22, 20)")):
        page.size(DESK, dark=dark)
        assert page.run("getComputedStyle(document.body).backgroundColor") == ground


def test_search_filters(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    every = page.run(f"{SHOWN}.length")
    assert every == page.run("document.querySelectorAll('[data-entry]').length") > 500
    found = search(page, "不屈")
    assert 0 < found < every
    assert page.run("document.querySelector('[data-count]').textContent") == f"{found} of {every} scenarios"
    assert 0 < search(page, "不屈 桃") < found
    assert 0 < search(page, "2012.DYING.order") < every, "by a clause's id, in capitals or not"
    assert search(page, "没有这样的场景") == 0
    visible = "[...document.querySelectorAll('[data-group]')].filter(one => one.getClientRects().length)"
    assert page.run(f"{visible}.length") == 0, "a chapter without an entry"
    page.run("document.querySelector('[data-filter] [type=reset]').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run(f"{SHOWN}.length") == every


def test_search_finds_what_an_engine_did_however_it_is_written(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    found = search(page, "濒死")
    assert 0 < found == search(page, "瀕死"), "traditional characters"
    assert search(page, "郭嘉死了，没有机会发动遗计") == search(page, "郭嘉死了,没有机会发动遗计") == 1
    page.open(f"{site}/chapter-dying.html")
    said = page.run("document.querySelector('.detail').textContent").split()
    for name in ("index.html", "chapter-dying.html"):
        page.open(f"{site}/{name}")
        choose(page, "state", "failed")
        assert 0 < search(page, " ".join(said)) < 5, "as the report has it"


def test_the_address_keeps_the_filter(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    choose(page, "engine", "1")
    choose(page, "state", "failed")
    found = search(page, "濒死")
    address = page.run("location.href")
    assert address.startswith(f"{site}/index.html?")
    page.open("about:blank")
    page.open(address)
    assert 0 < page.run(f"{SHOWN}.length") == found
    page.run("document.querySelector('[data-filter] [type=reset]').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run("location.href") == f"{site}/index.html"


def test_the_failures_of_a_clause_are_a_link_away(page: Page, site: str) -> None:
    page.open(f"{site}/clauses.html?engine=1&state=failed")
    assert 0 < page.run(f"{SHOWN}.length") < 200
    link = page.run(
        f"{SHOWN}.flatMap(one => [...one.querySelectorAll('.verdicts a[href*=\"clause=\"]')])"
        ".map(one => [one.href, parseInt(one.textContent)])[0]"
    )
    page.open(link[0])
    assert page.run(f"{SHOWN}.length") == link[1] > 1
    assert " that show " in page.run("document.querySelector('[data-count]').textContent")


def test_the_list_is_folded_until_something_is_looked_for(page: Page, site: str) -> None:
    """Else a phone would have to scroll over hundreds of scenarios."""
    page.size(PHONE)
    page.open(f"{site}/index.html")
    assert page.run("document.documentElement.scrollHeight") < 8 * 844
    folded = "[...document.querySelectorAll('[data-fold]')].filter(one => !one.open && !one.hidden).length"
    assert page.run(folded) > 10
    search(page, "濒死")
    assert page.run(folded) == 0
    search(page, "")
    assert page.run(folded) > 10


def test_the_first_column_stays_when_the_table_is_scrolled(page: Page, site: str) -> None:
    page.size(PHONE)
    page.open(f"{site}/index.html")
    left = "document.querySelector('.matrix tbody th').getBoundingClientRect().left"
    before = page.run(left)
    page.run("document.querySelector('.matrix').closest('.scroll').scrollLeft = 100")
    assert page.run("document.querySelector('.matrix').closest('.scroll').scrollLeft") == 100
    assert abs(page.run(left) - before) <= 2


def test_filters_by_engine_and_verdict(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    every = page.run(f"{SHOWN}.length")
    assert choose(page, "engine", "0") == every, "no verdict chosen yet"
    assert choose(page, "state", "failed") == 0, "the reference fails nothing"
    wrong = choose(page, "engine", "1")
    assert 0 < wrong < 50
    assert choose(page, "state", "bad") == wrong
    assert choose(page, "state", "open") == wrong + page.run(
        "document.querySelectorAll('[data-entry][data-states$=\"disputed \"]').length"
    )
    assert choose(page, "state", "passed") == every - wrong
    choose(page, "state", "")
    page.run("document.querySelector('[name=differ]').click()")
    assert page.run(f"{SHOWN}.length") == wrong


def test_a_link_brings_its_filter_along_and_shows_where_the_trees_part(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    link = page.run(
        "document.querySelector('a[href^=\"chapter-dying.html?engine=1&state=failed\"]').getAttribute('href')"
    )
    page.open(f"{site}/{link}")
    assert (
        page.run(f"{SHOWN}.length")
        == page.run("document.querySelectorAll('details.failure[open]').length")
        > 0
    )
    assert page.run("document.querySelectorAll('.trees .tree').length") >= 2
    page.run("new Promise(done => setTimeout(done, 100))")
    inside = (
        "[...document.querySelectorAll('details.failure[open] .tree')].every(tree => {"
        "  const first = tree.querySelector('.start')?.getBoundingClientRect();"
        "  const box = tree.getBoundingClientRect();"
        "  return !first || (first.top >= box.top && first.bottom <= box.bottom); })"
    )
    assert page.run(inside)
    marked = "document.querySelectorAll('.trees .start.m-only, .trees .start.m-moved').length"
    assert page.run(marked) > 0
    legend = "getComputedStyle(document.querySelector('.legend .m-{}')).backgroundColor"
    assert page.run(legend.format("only")) != page.run(legend.format("moved")), "another style"


def test_a_link_to_a_clause_or_a_scenario_leads_there(page: Page, site: str) -> None:
    page.open(f"{site}/clauses.html#2012.dying.order")
    assert page.run("document.querySelector(':target h3').textContent") == "2012.dying.order"
    page.run("document.querySelector(':target details').open = true")
    place = page.run("document.querySelector(':target .list a').href")
    page.open("about:blank")
    page.open(place.replace("#", "?q=没有这样的场景#"))
    assert page.run("document.querySelector(':target').getClientRects().length") > 0, "the filter gives way"


def test_it_can_be_used_with_keys_alone(page: Page, site: str) -> None:
    page.open(f"{site}/index.html")
    page.send("Input.dispatchKeyEvent", type="keyDown", key="/", text="/")
    assert page.run("document.activeElement.name") == "q"
    assert page.run("document.activeElement.value") == ""
    assert page.run("document.querySelector('[data-filter] kbd').textContent") == "/", "it is announced"
    page.send("Input.insertText", text="遗计")
    assert 0 < page.run(f"{SHOWN}.length") < 100
    page.open(f"{site}/chapter-dying.html")
    page.run("document.querySelector('.chapters summary').focus()")
    menu = "document.querySelector('.chapters').open"
    page.send(
        "Input.dispatchKeyEvent",
        type="keyDown",
        key="Enter",
        code="Enter",
        windowsVirtualKeyCode=13,
        text="\r",
    )
    page.send("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    assert page.run(menu) is True
    page.send("Input.dispatchKeyEvent", type="keyDown", key="Escape", code="Escape", windowsVirtualKeyCode=27)
    assert page.run(menu) is False
    unreached = page.run("[...document.querySelectorAll('.scroll')].filter(one => one.tabIndex !== 0).length")
    assert unreached == 0, "boxes that scroll can be reached"
    unnamed = (
        "[...document.querySelectorAll('.scroll')].filter(one => !one.getAttribute('aria-label')).length"
    )
    assert page.run(unnamed) == 0


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_texts_stand_out_from_their_ground(page: Page, site: str, dark: bool) -> None:
    page.size(DESK, dark=dark)
    page.open(f"{site}/chapter-dying.html?engine=1&state=failed")
    contrast = """(() => {
      const parts = text => text.match(/[\\d.]+/g).map(Number);
      const light = text => parts(text).slice(0, 3).map(c => c / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
      const ground = one => {
        for (; one; one = one.parentElement) {
          const colour = getComputedStyle(one).backgroundColor;
          if ((parts(colour)[3] ?? 1) > 0) return colour;
        }
        return "rgb(255, 255, 255)";
      };
      const found = {};
      for (const one of document.querySelectorAll("body *")) {
        const own = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!own || !one.getClientRects().length || one.closest("option, .sr, .skip")) continue;
        const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found[one.outerHTML.slice(0, 100)] = ratio;
      }
      return found;
    })()"""
    assert page.run(contrast) == {}
