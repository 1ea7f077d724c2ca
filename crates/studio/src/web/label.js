// The view of a page with keys for its texts.

const NAMES = { c: "content", b: "boilerplate", s: "skip", m: "mixed", h: "hidden", ".": "unlabelled" };
const LABELS = { c: "content", b: "boilerplate", s: "skip" };
// More texts than these are labelled only when their key is pressed twice.
const MOST_UNASKED = 30;

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
    this.actions = this.disputes ? ACTIONS : { ...ACTIONS, ...LABEL_ACTIONS };
    this.labels = data.labels;
    this.keys = [...data.labels.keys];
    // Keys as the frame shows them.
    this.marked = [];
    this.shown = shown;
    this.selection = new Selection(data.nodes);
    // What was asked about the last key, which the same key confirms.
    this.asked = null;
    this.words = null;
    this.waiting = [];
    this.isWorking = false;
    this.isLeaving = false;
    this.at = Math.max(0, this.open(0));
    this.clock = new Clock(`../${this.paths.event}/${number}`);
  }

  /** Does something behind what waits: each key finds the cursor where the keys before it left it. */
  queue(action) {
    this.waiting.push(action);
    return this.work();
  }

  async work() {
    if (this.isWorking) return;
    this.isWorking = true;
    byId("keys").setAttribute("aria-busy", "true");
    try {
      while (this.waiting.length > 0 && !this.isLeaving) await this.waiting.shift()();
    } catch (error) {
      // The cursor is still where nothing was saved; what was typed for other texts must not land there.
      const n = this.waiting.length;
      say(spoken(n ? "dropped" : "failed", { text: error.message, n }), true);
    }
    this.waiting = [];
    this.isWorking = false;
    byId("keys").setAttribute("aria-busy", "false");
  }

  isOpen(at) {
    return this.keys[at] === "." && (!this.disputes || this.disputes.has(at));
  }

  /** The next text without a label, from one on and then from the start; -1 if there is none. */
  open(from) {
    const behind = this.keys.findIndex((_, at) => at >= from && this.isOpen(at));
    return behind >= 0 ? behind : this.keys.findIndex((_, at) => this.isOpen(at));
  }

  /** The last text without a label before one, and then from the end; -1 if there is none. */
  openBefore(to) {
    const before = this.keys.findLastIndex((_, at) => at < to && this.isOpen(at));
    return before >= 0 ? before : this.keys.findLastIndex((_, at) => this.isOpen(at));
  }

  /** The next text one way that is visited. */
  beside(by) {
    let to = this.at + by;
    while (this.disputes && this.nodes[to] && !this.disputes.has(to)) to += by;
    return this.nodes[to] ? to : this.at;
  }

  /** The first text that is visited, or the last one. */
  end(by) {
    if (this.disputes) return [...this.disputes.keys()].at(by > 0 ? 0 : -1);
    return by > 0 ? 0 : this.nodes.length - 1;
  }

  /** How many texts have no label; of disputes, how many are not decided. */
  left() {
    return this.keys.filter((_, at) => this.isOpen(at)).length;
  }

  /** Sends an event and shows what is saved then. */
  async send(event) {
    this.take(await post(`../${this.paths.event}/${this.number}`, event));
  }

  take(labels) {
    const keys = [...labels.keys];
    keys.forEach((key, at) => {
      if (key !== this.marked[at]) this.shown.label(at, key);
    });
    this.labels = labels;
    this.keys = keys;
    this.marked = keys;
    this.render();
  }

  /** Notes what the browser shows; the texts that it hides are set aside. */
  async measure() {
    const hidden = [...this.nodes.keys()].filter((at) => !this.shown.seen[at]);
    await this.send({ event: "hidden", nodes: hidden, width: WIDTH });
    this.at = Math.max(0, this.open(0));
    this.render();
  }

  render() {
    render(this);
  }

  move(to) {
    this.at = Math.min(Math.max(to, 0), this.nodes.length - 1);
    // A range ends at the cursor; another selection belongs to the text where it was made.
    if (this.selection.kind !== "range") this.selection.clear();
  }

  /** Moves to a text without a label, if there is one. */
  seek(to) {
    if (to >= 0) this.move(to);
    else say(spoken("none_left"));
  }

  /** Tells screen readers where one is: they have no frame to look at. */
  read() {
    const label = spoken(NAMES[this.keys[this.at]]);
    byId("read").textContent = `${this.nodes[this.at].text.slice(0, 200)} – ${label}`;
  }

  /** Asks for the same key once more; true if this is it. */
  isConfirmed(question) {
    if (this.confirms === question) return true;
    this.asked = question;
    return false;
  }

  /** Gives a label to what is selected; a wide one to the element around. */
  async mark(key, isWide) {
    if (isWide && this.selection.kind === "text") this.selection.widen(this.at, 1);
    if (this.selection.kind !== "text") return this.markSelected(key, isWide ? key.toUpperCase() : key);
    const wasOpen = this.isOpen(this.at);
    await this.send({ event: "mark", first: this.at, last: this.at, label: LABELS[key] });
    return this.goOn(this.at, wasOpen);
  }

  /** Labels several texts: those without a label, or all of them where each has one. */
  async markSelected(key, pressed) {
    const shown = this.selection.list(this.at).filter((at) => this.keys[at] !== "h");
    const open = shown.filter((at) => this.isOpen(at));
    const nodes = open.length ? open : shown;
    if (nodes.length === 0) return say(spoken("nothing"));
    // Texts that are alike were counted when they were selected.
    const isMany = open.length > MOST_UNASKED && this.selection.kind !== "alike";
    const question = open.length === 0 ? "replace" : isMany && "many";
    if (question && !this.isConfirmed(`${question} ${pressed}`)) {
      return say(spoken(question, { n: nodes.length, key: pressed, label: spoken(LABELS[key]) }));
    }
    const behind = this.selection.kind === "alike" ? this.at : shown.at(-1);
    await this.send({ event: "mark-ranges", ranges: ranges(nodes), label: LABELS[key] });
    this.selection.clear();
    return this.goOn(behind, open.length > 0);
  }

  /** Goes on behind a text that was labelled: to the next one without a label, or after a correction to the next one. */
  goOn(behind, wasOpen) {
    this.at = behind;
    this.selection.clear();
    const next = wasOpen ? this.open(behind + 1) : -1;
    this.move(next >= 0 ? next : this.beside(1));
  }

  async undo() {
    const { last } = this.labels;
    if (!last) return say(spoken("nothing_undone"));
    await this.send({ event: "undo" });
    this.selection.clear();
    this.move(last.node);
    return say(spoken(last.count > 1 ? "undone_many" : "undone", { label: spoken(NAMES[last.key]), n: last.count }));
  }

  beginRange() {
    this.selection.begin(this.at);
    say(spoken("from_here"));
  }

  /** Selects the texts like this one, or gives them the last label. */
  alike() {
    const key = this.labels.last && LABELS[this.labels.last.key] && this.labels.last.key;
    if (this.selection.kind === "alike" && key) return this.markSelected(key, "l");
    this.selection.like();
    const nodes = this.selection.list(this.at);
    const open = nodes.filter((at) => this.isOpen(at)).length;
    return say(spoken(key ? "alike_again" : "alike", { n: nodes.length, open, label: spoken(LABELS[key] || "unlabelled") }));
  }

  async answer() {
    await this.send({ event: "answer" });
    const labels = await get(`../answer/${this.number}`);
    say(spoken("answer", { label: spoken(NAMES[labels.keys[this.at]]) }));
  }

  /** What is still to be asked before the page ends: a field that is not saved, then texts without a label. */
  doubt() {
    const field = main.querySelector("[data-field][data-unsaved]");
    const left = this.left();
    const doubts = [];
    if (field) doubts.push(["unsaved", { field: field.labels[0].textContent }]);
    if (left) doubts.push(["confirm", { n: left }]);
    const confirmed = doubts.findIndex(([name]) => name === this.confirms);
    return doubts[confirmed + 1];
  }

  async done() {
    const doubt = this.doubt();
    if (doubt) {
      [this.asked] = doubt;
      say(spoken(...doubt), doubt[0] === "unsaved");
      return;
    }
    this.clock.send();
    await this.send({ event: "done" });
    say(spoken("done"));
    this.leave(this.paths.next);
  }

  step(by) {
    const to = this.number + by;
    if (to >= 0 && to < Number(main.dataset.all)) this.leave(String(to));
  }

  /** Keys that still come are for another page. */
  leave(path) {
    this.isLeaving = true;
    location.assign(path);
  }

  beginWords() {
    const { text } = this.nodes[this.at];
    if (!text.includes(" ")) return;
    this.selection.clear();
    this.words = new MixedWords(text);
    this.words.read();
  }

  async endWords(isKept) {
    const wasOpen = this.isOpen(this.at);
    if (isKept) {
      const words = this.words.keys.join("");
      await this.send({ event: "mark", first: this.at, last: this.at, label: "mixed", words });
    }
    this.words = null;
    if (isKept) this.goOn(this.at, wasOpen);
  }

  wordKey(key) {
    if (WORD_ACTIONS[key]) return WORD_ACTIONS[key](this);
    if (LABELS[key]) this.words.label(key);
    return undefined;
  }

  /** Whether a key is ours, in this state or another. */
  knows(key) {
    return Boolean(this.actions[SAME[key] || key] || WORD_ACTIONS[key] || this.labelOf(key));
  }

  labelOf(key) {
    const lower = key.toLowerCase();
    return key.length === 1 && LABELS[lower] ? lower : null;
  }

  unknown(key) {
    this.asked = null;
    say(spoken("unknown", { key }));
  }

  click(at) {
    say("");
    this.move(at);
    this.render();
    this.read();
  }

  async key(key) {
    say("");
    this.confirms = this.asked;
    this.asked = null;
    const label = this.labelOf(key);
    const action = this.actions[SAME[key] || key];
    if (this.words) await this.wordKey(key);
    else if (label) await this.mark(label, key !== label && !this.disputes);
    else if (action) await action(this);
    this.render();
    if (!this.words) this.read();
  }
}

async function startLabels() {
  const frame = main.querySelector("iframe");
  const number = Number(main.dataset.number);
  const path = `../${PATHS[main.dataset.view].nodes}/${number}`;
  const [data] = await Promise.all([get(path), loaded(frame)]);
  const shown = new Shown(frame, data.nodes.length);
  if (data.nodes.length === 0 || (data.disputes && data.disputes.length === 0)) {
    byId("place").textContent = spoken(data.disputes ? "no_dispute" : "empty");
    return;
  }
  const view = new LabelView(number, data, shown);
  if (data.disputes && view.open(0) < 0) view.at = data.disputes[0].node;
  view.take(data.labels);
  // What somebody is done with stays as it was measured.
  if (!data.disputes && !data.labels.done && data.width !== WIDTH) await view.measure();
  renderDifferences(view);
  listen(view, frame.contentDocument);
  if (!view.disputes) {
    window.setInterval(() => view.clock.tick(), 1000);
    window.addEventListener("pagehide", () => view.clock.send());
  }
  main.dataset.ready = "1";
}
