// Filters the entries of a page by words, engine and verdict. Everything is in the page: nothing is fetched.
"use strict";
const FEW = 5; // so many scenarios that are left over are shown with their failures open
const BAD = ["failed", "error", "timeout"];
const NO_VERDICT = ["passed", "other-edition", "none"];

// The menu of chapters closes as menus do.
const menu = document.querySelector("details.chapters");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});

(() => {
  const form = document.querySelector("[data-filter]");
  if (!form) return;
  const { q, engine, state, differ, clause } = form.elements;
  const count = form.querySelector("[data-count]");
  const groups = [...document.querySelectorAll("[data-group]")].reverse();
  const folds = document.querySelectorAll("[data-fold]");
  const entries = [...document.querySelectorAll("[data-entry]")].map((element) => ({
    element,
    // For each engine its states: a scenario has one, a clause those of all its scenarios.
    states: element.dataset.states.trim().split(" ").map((names) => names.split("+")),
    clauses: (element.dataset.clauses || "").split(" "),
    differs: "differs" in element.dataset,
    words: null,
  }));

  const simple = new Map([...TRADITIONAL].map((letter, at) => [letter, SIMPLIFIED[at]]));
  // As one is looked for: full-width or not, traditional or not, in capitals or not.
  function plain(text) {
    return text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u4e00-\u9fff]/g, (letter) => simple.get(letter) ?? letter);
  }

  // Put together when it is first needed: a page may hold hundreds of scenarios.
  function wordsOf(entry) {
    entry.words ??= plain(
      [
        entry.element.dataset.clauses || "",
        entry.element.dataset.search || "",
        ...[...entry.element.querySelectorAll("[data-find]")].map((part) => part.textContent),
      ].join(" "),
    );
    return entry.words;
  }

  function fits(names, wanted) {
    if (wanted === "open") return names.some((name) => !NO_VERDICT.includes(name));
    if (wanted === "bad") return names.some((name) => BAD.includes(name));
    if (wanted === "passed") return names.every((name) => name === "passed");
    return names.includes(wanted);
  }

  function filter() {
    const wanted = plain(q.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const states = engine.value === "" ? entry.states : [entry.states[Number(engine.value)]];
      const show =
        (state.value === "" || states.some((names) => fits(names, state.value))) &&
        (!differ?.checked || entry.differs) &&
        (clause.value === "" || entry.clauses.includes(clause.value)) &&
        wanted.every((word) => wordsOf(entry).includes(word));
      entry.element.hidden = !show;
      shown += show;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-entry]:not([hidden])");
    const filtered = shown < entries.length;
    for (const fold of folds) fold.open = filtered;
    const of = clause.value ? ` that show ${clause.value}` : "";
    count.textContent = `${shown} of ${entries.length} ${count.dataset.what}${of}`;
  }

  // An address may bring its filter along: chapter-dying.html?engine=1&state=failed
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name];
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "1";
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
  for (const select of [engine, state]) if (select.selectedIndex < 0) select.value = "";

  // And what is chosen goes into the address, so that it can be passed on.
  function remember() {
    const chosen = [...new FormData(form)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(chosen).toString();
    try {
      history.replaceState(null, "", query ? `?${query}` : location.pathname);
    } catch {
      // A browser that keeps the addresses of files as they are.
    }
  }

  form.addEventListener("input", () => {
    filter();
    remember();
  });
  form.addEventListener("reset", () => {
    clause.value = ""; // no reset takes a hidden field along
    setTimeout(() => {
      filter();
      remember();
    });
  });
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
      for (const field of [q, engine, state, clause]) field.value = "";
      if (differ) differ.checked = false;
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
