// Keys for the pages of scutch studio. Every page is complete without this script; it adds keys, and
// sends what they mean to the server before it shows it as saved.
"use strict";

const main = document.querySelector("main[data-view]");
const words = main && main.dataset.words ? JSON.parse(main.dataset.words) : {};
const byId = (id) => document.getElementById(id);

/** A sentence of the table of words with its values. */
function spoken(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** Says something to everybody, screen readers included. */
function say(text, failed = false) {
  const said = byId("said");
  said.textContent = text;
  said.classList.toggle("failed", failed);
}

/** Sends a change; rejects with the sentence of the server. */
async function post(path, value, more = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Scutch-Studio": "1" },
    body: JSON.stringify(value),
    ...more,
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

const NAMES = { c: "content", b: "boilerplate", s: "skip", m: "mixed", h: "hidden", ".": "unlabelled" };
const LABELS = { c: "content", b: "boilerplate", s: "skip" };
// Nobody looks at a page for so long without a key (seconds).
const IDLE = 60;
// Time is sent in pieces of so many seconds.
const PIECE = 15;

// Differences between browser and rule that are listed.
const MOST_DIFFERENCES = 200;

/** The archived page in its frame. */
class Shown {
  constructor(frame) {
    this.document = frame.contentDocument;
    this.elements = new Map();
    for (const element of this.document.querySelectorAll("[data-scutch-node]")) {
      this.elements.set(Number(element.dataset.scutchNode), element);
    }
  }

  /** Whether the browser shows an element, now that the page is laid out. */
  shows(at) {
    const element = this.elements.get(at);
    if (!element) return false;
    const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
    if (element.checkVisibility && !element.checkVisibility(seen)) return false;
    const view = this.document.defaultView;
    const style = view.getComputedStyle(element);
    if (parseFloat(style.fontSize) < 1) return false;
    for (const box of element.getClientRects()) {
      const right = box.right + view.scrollX;
      const bottom = box.bottom + view.scrollY;
      if (box.width > 1 && box.height > 1 && right > 0 && bottom > 0) return true;
    }
    return false;
  }

  label(at, key) {
    const element = this.elements.get(at);
    if (!element) return;
    if (key === "." || key === "h") delete element.dataset.scutchLabel;
    else element.dataset.scutchLabel = key;
  }

  /** Marks the selected texts, and shows the first of them. */
  select(first, last, at) {
    for (const old of this.document.querySelectorAll("[data-scutch-at], [data-scutch-within]")) {
      delete old.dataset.scutchAt;
      delete old.dataset.scutchWithin;
    }
    for (let node = first; node <= last; node += 1) {
      const element = this.elements.get(node);
      if (element) element.dataset[node === at ? "scutchAt" : "scutchWithin"] = "";
    }
    const element = this.elements.get(at);
    if (element) element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }
}

// Where the views of a page read and send: what one annotator says, or what is made of several.
const PATHS = {
  label: { nodes: "nodes", event: "event", next: "../label" },
  adjudicate: { nodes: "disputes", event: "decide", next: "../adjudicate" },
};

/** The view of a page with keys for its texts. */
class LabelView {
  constructor(number, data, shown) {
    this.number = number;
    this.paths = PATHS[main.dataset.view];
    this.nodes = data.nodes;
    // Of disputes only these texts are visited.
    this.disputes = data.disputes && new Map(data.disputes.map(({ node, choices }) => [node, choices]));
    this.keys = [...data.labels.keys];
    // Keys as the frame shows them.
    this.marked = [];
    this.shown = shown;
    this.level = 0;
    this.asked = false;
    this.words = null;
    this.queue = Promise.resolve();
    this.at = Math.max(0, this.open(0));
    this.spent = 0;
    this.last = Date.now();
  }

  /** The next text without a label, from one on and then from the start; -1 if there is none. */
  open(from) {
    const counts = (key, at) => key === "." && (!this.disputes || this.disputes.has(at));
    const behind = this.keys.findIndex((key, at) => at >= from && counts(key, at));
    return behind >= 0 ? behind : this.keys.findIndex(counts);
  }

  /** The next text one way that is visited. */
  beside(by) {
    let to = this.at + by;
    while (this.disputes && this.nodes[to] && !this.disputes.has(to)) to += by;
    return this.nodes[to] ? to : this.at;
  }

  /** How many texts have no label; of disputes, how many are not decided. */
  left() {
    const counts = (key, at) => key === "." && (!this.disputes || this.disputes.has(at));
    return this.keys.filter(counts).length;
  }

  range() {
    const around = this.nodes[this.at].around;
    return this.level === 0 ? [this.at, this.at] : around[Math.min(this.level, around.length) - 1];
  }

  /** Sends one event after the other, so that the journal has them in the order of the keys. */
  send(event) {
    this.queue = this.queue
      .then(() => post(`../${this.paths.event}/${this.number}`, event))
      .then((labels) => this.take(labels))
      .catch((error) => say(spoken("failed", { text: error.message }), true));
    return this.queue;
  }

  take(labels) {
    const keys = [...labels.keys];
    keys.forEach((key, at) => {
      if (key !== this.marked[at]) this.shown.label(at, key);
    });
    this.keys = keys;
    this.marked = keys;
    this.render();
  }

  /** Asks the browser what it shows; the texts that it hides are set aside. */
  async measure() {
    const hidden = this.nodes.map((_, at) => at).filter((at) => !this.shown.shows(at));
    await this.send({ event: "hidden", nodes: hidden });
    this.at = Math.max(0, this.open(0));
    this.render();
  }

  /** Lists the texts about which the browser and our rule differ. */
  differences() {
    const list = byId("differences");
    this.nodes.forEach((node, at) => {
      const shows = this.shown.shows(at);
      if (shows !== node.hidden || list.childElementCount === MOST_DIFFERENCES) return;
      const item = document.createElement("li");
      item.textContent = spoken(shows ? "browser_shows" : "browser_hides", { text: node.text });
      list.append(item);
    });
    if (list.childElementCount === 0) {
      const item = document.createElement("li");
      item.textContent = spoken("no_difference");
      list.append(item);
    }
  }

  render() {
    const [first, last] = this.range();
    const node = this.nodes[this.at];
    const place = spoken("node", { n: this.at + 1, all: this.nodes.length });
    const more = last > first ? ` · ${spoken("element", { n: last - first + 1 })}` : "";
    byId("place").textContent = place + more;
    this.renderText(node);
    byId("now").textContent = spoken(NAMES[this.keys[this.at]]);
    const left = this.left();
    const complete = spoken(this.disputes ? "decided" : "complete");
    const open = spoken(this.disputes ? "undecided" : "left", { n: left });
    byId("left").textContent = left ? open : complete;
    this.renderChoices();
    this.shown.select(first, last, this.at);
  }

  /** Who says what of the text. */
  renderChoices() {
    const list = byId("choices");
    list.replaceChildren();
    for (const { name, key } of (this.disputes && this.disputes.get(this.at)) || []) {
      const item = document.createElement("li");
      item.textContent = spoken("choice", { name, label: spoken(NAMES[key]) });
      list.append(item);
    }
  }

  renderText(node) {
    const text = byId("text");
    text.replaceChildren();
    if (!this.words) {
      text.textContent = node.text;
      return;
    }
    node.text.split(" ").forEach((word, at) => {
      const element = document.createElement("span");
      element.className = `word ${this.words.keys[at]}${at === this.words.at ? " at" : ""}`;
      element.textContent = word;
      text.append(element, " ");
    });
  }

  move(to) {
    this.at = Math.min(Math.max(to, 0), this.nodes.length - 1);
    this.level = 0;
    this.asked = false;
    this.render();
    this.read();
  }

  /** Says where one is: screen readers have no frame to look at. */
  read() {
    const label = spoken(NAMES[this.keys[this.at]]);
    say(`${this.nodes[this.at].text.slice(0, 200)} – ${label}`);
  }

  async mark(key, wide) {
    if (wide && this.level === 0 && this.nodes[this.at].around.length) this.level = 1;
    const [first, last] = this.range();
    await this.send({ event: "mark", first, last, label: LABELS[key] });
    const next = this.open(last + 1);
    if (next >= 0) this.move(next);
    else this.render();
  }

  async answer() {
    await this.send({ event: "answer" });
    const labels = await get(`../answer/${this.number}`);
    say(spoken("answer", { label: spoken(NAMES[labels.keys[this.at]]) }));
  }

  async done() {
    const left = this.left();
    if (left && !this.asked) {
      this.asked = true;
      say(spoken("confirm", { n: left }));
      return;
    }
    this.sendTime();
    await this.send({ event: "done" });
    const said = byId("said");
    if (said.classList.contains("failed")) return;
    say(spoken("done"));
    location.assign(this.paths.next);
  }

  step(by) {
    const to = this.number + by;
    if (to >= 0 && to < Number(main.dataset.all)) location.assign(String(to));
  }

  beginWords() {
    const count = this.nodes[this.at].text.split(" ").length;
    if (count < 2) return;
    this.level = 0;
    this.words = { at: 0, keys: Array(count).fill("c") };
    this.legends();
    this.render();
    this.readWord();
  }

  readWord() {
    const { at, keys } = this.words;
    const all = keys.length;
    const text = this.nodes[this.at].text.split(" ")[at];
    say(spoken("words", { n: at + 1, all, text, label: spoken(NAMES[keys[at]]) }));
  }

  legends() {
    byId("legend").hidden = Boolean(this.words);
    byId("word-legend").hidden = !this.words;
  }

  async endWords(isKept) {
    const keys = this.words.keys.join("");
    this.words = null;
    this.legends();
    if (isKept) {
      const [first, last] = [this.at, this.at];
      await this.send({ event: "mark", first, last, label: "mixed", words: keys });
      const next = this.open(this.at + 1);
      if (next >= 0) this.at = next;
    }
    this.render();
    this.read();
  }

  wordKey(key) {
    const state = this.words;
    if (key === "Enter") return this.endWords(true);
    if (key === "Escape") return this.endWords(false);
    if (key === "ArrowRight") state.at = Math.min(state.at + 1, state.keys.length - 1);
    else if (key === "ArrowLeft") state.at = Math.max(state.at - 1, 0);
    else if (LABELS[key]) state.keys.fill(key, state.at);
    else return false;
    this.render();
    this.readWord();
    return true;
  }

  key(key) {
    if (this.words) return this.wordKey(key);
    const lower = key.toLowerCase();
    if (LABELS[lower] && key.length === 1) return this.mark(lower, key !== lower && !this.disputes);
    const depth = this.disputes ? 0 : this.nodes[this.at].around.length;
    const actions = {
      m: () => this.beginWords(),
      j: () => this.move(this.beside(1)),
      k: () => this.move(this.beside(-1)),
      n: () => this.move(Math.max(0, this.open(this.at + 1))),
      u: () => this.send({ event: "undo" }).then(() => say(spoken("undone"))),
      ...(!this.disputes && { a: () => this.answer(), f: () => byId("field-page-type").focus() }),
      "+": () => { this.level = Math.min(this.level + 1, depth); this.render(); },
      "-": () => { this.level = Math.max(this.level - 1, 0); this.render(); },
      ",": () => this.step(-1),
      ".": () => this.step(1),
      Enter: () => this.done(),
    };
    const same = { ArrowDown: "j", ArrowRight: "j", ArrowUp: "k", ArrowLeft: "k", "?": "a", "=": "+", "−": "-" };
    const action = actions[same[key] || key];
    if (!action) return false;
    action();
    return true;
  }

  /** Counts the time in which somebody is there. */
  tick() {
    if (document.visibilityState === "visible" && Date.now() - this.last < IDLE * 1000) this.spent += 1;
    if (this.spent >= PIECE) this.sendTime();
  }

  sendTime() {
    if (this.spent === 0) return;
    const event = { event: "time", seconds: this.spent };
    this.spent = 0;
    post(`../${this.paths.event}/${this.number}`, event, { keepalive: true }).catch(() => {});
  }
}

/** Resolves when the document of a frame is there with its styles. */
function loaded(frame) {
  const isThere = () => frame.contentDocument
    && frame.contentDocument.readyState === "complete"
    && frame.contentDocument.URL !== "about:blank";
  return new Promise((resolve) => {
    if (isThere()) resolve();
    else frame.addEventListener("load", resolve, { once: true });
  });
}

async function startLabels() {
  const frame = main.querySelector("iframe");
  const number = Number(main.dataset.number);
  const path = `../${PATHS[main.dataset.view].nodes}/${number}`;
  const [data] = await Promise.all([get(path), loaded(frame)]);
  if (data.nodes.length === 0 || (data.disputes && data.disputes.length === 0)) {
    byId("place").textContent = spoken(data.disputes ? "no_dispute" : "empty");
    return;
  }
  const view = new LabelView(number, data, new Shown(frame));
  const desk = byId("keys");
  if (data.disputes && view.open(0) < 0) view.at = data.disputes[0].node;
  view.take(data.labels);
  if (!data.measured) await view.measure();
  view.differences();
  desk.focus();
  desk.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    view.last = Date.now();
    if (view.key(event.key) !== false) event.preventDefault();
  });
  for (const field of main.querySelectorAll("[data-field]")) {
    field.addEventListener("change", () => {
      view.send({ event: "field", name: field.dataset.field, value: field.value.trim() });
    });
    field.addEventListener("keydown", (event) => {
      view.last = Date.now();
      if (event.key === "Escape" || event.key === "Enter") desk.focus();
    });
  }
  // A click into the archived page selects the text there; the keys stay ours.
  frame.contentDocument.addEventListener("click", (event) => {
    event.preventDefault();
    const element = event.target.closest("[data-scutch-node]");
    const at = element && Number(element.dataset.scutchNode);
    if (element && (!view.disputes || view.disputes.has(at))) view.move(at);
    desk.focus();
  });
  if (!view.disputes) {
    window.setInterval(() => view.tick(), 1000);
    window.addEventListener("pagehide", () => view.sendTime());
  }
  main.dataset.ready = "1";
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
  desk.focus();
  main.dataset.ready = "1";
}

const STARTS = { label: startLabels, adjudicate: startLabels, memento: async () => startMemento() };
const start = main && STARTS[main.dataset.view];
if (start) start().catch((error) => say(spoken("failed", { text: error.message }), true));
