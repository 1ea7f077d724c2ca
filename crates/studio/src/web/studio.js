// Keys for the pages of scutch studio, behind the scripts of the view to label. Every page is complete
// without scripts; they add keys, and send what these mean to the server before they show it as saved.
const main = document.querySelector("main[data-view]");
const words = main && main.dataset.words ? JSON.parse(main.dataset.words) : {};
const byId = (id) => document.getElementById(id);

/** A sentence of the table of words with its values: `{n}`, or `{n|text|texts}` with the word for one or several. */
function spoken(name, values = {}) {
  return words[name].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, key, one, several) => {
    const value = String(values[key]);
    return one === undefined ? value : `${value} ${value === "1" ? one : several}`;
  });
}

/** Says something to everybody, screen readers included. */
function say(text, failed = false) {
  const said = byId("said");
  said.textContent = text;
  said.classList.toggle("failed", failed);
}

/** Sends a change; rejects with the sentence of the server. */
async function post(path, value, more = {}) {
  const request = fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Scutch-Studio": "1" },
    body: JSON.stringify(value),
    ...more,
  });
  const answer = await request.catch(() => { throw new Error(spoken("gone")); });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** A capture beside the first one of its TimeMap. */
function startMemento() {
  const [number, all, at, last] =
    ["number", "all", "at", "last"].map((name) => Number(main.dataset[name]));
  const desk = byId("keys");
  const why = byId("why");
  const step = (by) => {
    const to = at + by;
    if (to >= 1 && to <= last) location.assign(String(to));
    else if (by > 0 && number + 1 < all) location.assign(`../${number + 1}/1`);
    else if (by > 0) location.assign("../../timemaps");
  };
  const judge = (judgement) => post("../../judge", { urim: main.dataset.urim, judgement, why: judgement === "off" ? why.value : "" })
    .then(() => (judgement ? step(1) : location.reload()))
    .catch((error) => say(spoken("failed", { text: error.message }), true));
  const actions = {
    o: () => judge("on"),
    f: () => judge("off"),
    u: () => judge("unsure"),
    x: () => judge(null),
    w: () => why.focus(),
    j: () => step(1),
    k: () => step(-1),
    ",": () => { if (number > 0) location.assign(`../${number - 1}/1`); },
    ".": () => { if (number + 1 < all) location.assign(`../${number + 1}/1`); },
  };
  const same = { ArrowDown: "j", ArrowRight: "j", ArrowUp: "k", ArrowLeft: "k" };
  desk.addEventListener("keydown", (event) => {
    const action = actions[same[event.key] || event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  why.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Enter") desk.focus();
  });
  fitRead();
  desk.focus();
  main.dataset.ready = "1";
}

const STARTS = { label: startLabels, adjudicate: startLabels, memento: async () => startMemento() };
const start = main && STARTS[main.dataset.view];
if (start) start().catch((error) => say(spoken("failed", { text: error.message }), true));
