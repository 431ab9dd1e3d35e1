// Filters the entries of a page by words, engine and verdict. Everything is in the page: nothing is fetched.
"use strict";
const FEW = 5; // so many scenarios that are left over are shown with their failures open
(() => {
  const form = document.querySelector("[data-filter]");
  if (!form) return;
  const { q, engine, state, differ } = form.elements;
  const count = form.querySelector("[data-count]");
  const groups = [...document.querySelectorAll("[data-group]")].reverse();
  const entries = [...document.querySelectorAll("[data-entry]")].map((element) => ({
    element,
    states: element.dataset.states.trim().split(" "),
    differs: "differs" in element.dataset,
    words: null,
  }));

  // Put together when it is first needed: a page may hold hundreds of scenarios.
  function wordsOf(entry) {
    entry.words ??= [
      entry.element.dataset.search || "",
      ...[...entry.element.querySelectorAll("[data-find]")].map((part) => part.textContent),
    ]
      .join(" ")
      .toLowerCase();
    return entry.words;
  }

  function fits(name, wanted) {
    if (wanted === "bad") return ["failed", "error", "timeout"].includes(name);
    return name === wanted;
  }

  function filter() {
    const wanted = q.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const states = engine.value === "" ? entry.states : [entry.states[Number(engine.value)]];
      const show =
        (state.value === "" || states.some((name) => fits(name, state.value))) &&
        (!differ?.checked || entry.differs) &&
        wanted.every((word) => wordsOf(entry).includes(word));
      entry.element.hidden = !show;
      shown += show;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-entry]:not([hidden])");
    count.textContent = `${shown} of ${entries.length} ${count.dataset.what}`;
  }

  // An address may bring its filter along: chapter-dying.html?engine=1&state=failed
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name];
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "1";
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
  for (const select of [engine, state]) if (select.selectedIndex < 0) select.value = "";

  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    q.focus();
  });
  const failures = (element) => element.querySelectorAll("details.failure");
  // Trees are long, and what matters is where they part.
  document.addEventListener(
    "toggle",
    (event) => {
      if (!(event.target instanceof HTMLDetailsElement) || !event.target.open) return;
      for (const tree of event.target.querySelectorAll(".tree")) {
        const first = tree.querySelector(".start");
        if (!first) continue;
        const below = first.getBoundingClientRect().top - tree.getBoundingClientRect().top;
        tree.scrollTop += below - tree.clientHeight / 3;
      }
    },
    true,
  );
  // Whoever follows a link to a scenario wants to see it, also if the filter hides it, and why it failed.
  function reveal() {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return; // not one of our addresses
    }
    if (!target) return;
    for (const failure of failures(target)) failure.open = true;
    if (target.closest("[hidden]")) {
      form.reset();
      filter();
    }
    target.scrollIntoView();
  }
  form.hidden = false;
  filter();
  const shown = entries.filter((entry) => !entry.element.hidden);
  if (location.search && shown.length <= FEW) {
    for (const entry of shown) for (const failure of failures(entry.element)) failure.open = true;
  }
  reveal();
  addEventListener("hashchange", reveal);
})();
