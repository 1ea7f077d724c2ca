// The review of a corpus: the table of rows, and one row.

/** Replaces a part of the page by what its address shows now. */
async function renew(id) {
  const answer = await fetch(location.href);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.getElementById(id);
  if (part) byId(id).replaceWith(part);
}

/** Whether a key belongs to what is typed into. */
function isTyped(event) {
  return event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, summary") !== null;
}

// Milliseconds between two looks at a search that runs.
const PAUSE = 400;

/** The table of rows: keys, and a search that goes on. */
function startRows() {
  const rows = () => [...main.querySelectorAll("tr[data-id]")];
  const links = () => rows().map((row) => row.querySelector("a.open"));
  const now = () => rows().findIndex((row) => row.contains(document.activeElement));
  const step = (by) => {
    const to = links()[Math.min(Math.max(now() + by, 0), links().length - 1)];
    if (to) to.focus();
  };
  const leave = async () => {
    const at = now();
    if (at < 0) return;
    const row = rows()[at];
    const isOut = row.querySelector(".decision").textContent.includes("leave out");
    const verdict = isOut ? { field: "keep", undo: true } : { field: "keep", value: false };
    await post(`row/${row.dataset.id}`, verdict);
    await renew("found");
    const link = links()[Math.min(at, links().length - 1)];
    if (link) link.focus();
    say(spoken(isOut ? "taken_back" : "left_out"));
  };
  const turn = (rel) => {
    const link = main.querySelector(`.pages a[rel=${rel}]`);
    if (link) location.assign(link.href);
  };
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    x: () => leave().catch((error) => say(spoken("failed", { text: error.message }), true)),
    "/": () => byId("q").focus(),
    ",": () => turn("prev"),
    ".": () => turn("next"),
  };
  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || isTyped(event)) return;
    event.preventDefault();
    action();
  });
  const follow = async () => {
    if (!byId("found").dataset.searching) return;
    // What has the focus stays there.
    if (now() < 0) await renew("found");
    window.setTimeout(() => follow().catch(() => {}), PAUSE);
  };
  window.setTimeout(() => follow().catch(() => {}), PAUSE);
  main.dataset.ready = "1";
}

/** A row: decisions by keys and buttons. */
function startRow() {
  const { id, before, behind, table } = main.dataset;
  const desk = byId("keys");
  const why = byId("why");
  let queue = Promise.resolve();
  // One decision after the other, so that the file has them in the order of the keys.
  const decide = (verdict, saved) => {
    queue = queue.then(() => post(id, { ...verdict, why: why.value }))
      .then((markup) => {
        byId("decided").innerHTML = markup;
        why.value = "";
        say(spoken(saved));
      })
      .catch((error) => say(spoken("failed", { text: error.message }), true));
    desk.focus();
  };
  const leave = () => decide({ field: "keep", value: false }, "left_out");
  const undo = () => decide({ undo: true }, "taken_back");
  const go = (to) => { if (to) location.assign(to); };
  const field = (name) => () => byId(`field-${name}`).focus();
  const actions = {
    x: leave,
    u: undo,
    t: field("title"),
    a: field("author"),
    d: field("date_published"),
    p: field("page_type"),
    w: () => why.focus(),
    c: () => go(byId("cross").href),
    j: () => go(behind),
    k: () => go(before),
    Escape: () => go(table),
  };
  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || isTyped(event)) return;
    event.preventDefault();
    action();
  });
  for (const input of main.querySelectorAll("[data-field]")) {
    const send = () => decide({ field: input.dataset.field, value: input.value.trim() }, "saved");
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") send();
      else if (event.key === "Escape") desk.focus();
      else return;
      event.preventDefault();
    });
    if (input.tagName === "SELECT") input.addEventListener("change", () => { if (input.value) send(); });
  }
  why.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    desk.focus();
  });
  byId("leave-out").addEventListener("click", leave);
  byId("undo").addEventListener("click", undo);
  fitRead();
  desk.focus();
  main.dataset.ready = "1";
}

/** The cross of a row. */
function startCross() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") location.assign(main.dataset.row);
  });
  main.dataset.ready = "1";
}

const REVIEW_STARTS = { rows: startRows, row: startRow, cross: startCross, course: startCourse };
if (main && REVIEW_STARTS[main.dataset.view]) REVIEW_STARTS[main.dataset.view]();
