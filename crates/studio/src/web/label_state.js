// What the view to label says beside the page: the text at the cursor, its label, what is left.

// Differences between browser and rule that are listed.
const MOST_DIFFERENCES = 200;

/** Shows where the cursor of a view is, and what is labelled. */
function render(view) {
  const node = view.nodes[view.at];
  const selected = view.selection.list(view.at);
  const around = view.selection.kind === "text" && !view.disputes && node.around[0];
  byId("place").textContent = spoken("node", { n: view.at + 1, all: view.nodes.length });
  byId("text").replaceChildren(...(view.words ? view.words.elements() : [node.text]));
  byId("path").textContent = node.path || "";
  byId("now").textContent = spoken(view.disputes && view.keys[view.at] === "." ? "open" : NAMES[view.keys[view.at]]);
  byId("extent").textContent = extent(view, selected, around);
  byId("left").textContent = state(view);
  byId("legend").hidden = Boolean(view.words);
  byId("word-legend").hidden = !view.words;
  renderChoices(view);
  view.shown.select(selected, view.at, around);
}

/** How many texts a label is for, or would be for with a capital. */
function extent(view, selected, around) {
  const counted = (name, nodes) => {
    const shown = nodes.filter((at) => view.keys[at] !== "h");
    return spoken(name, { n: shown.length, open: shown.filter((at) => view.isOpen(at)).length });
  };
  if (around) return counted("around", span(...around));
  return view.selection.kind === "text" ? "" : counted("selected", selected);
}

/** How far the page is labelled. */
function state(view) {
  const left = view.left();
  const still = (text) => (view.labels.done ? spoken("still_done", { text }) : text);
  const ended = (text) => spoken(view.labels.done ? "still_done" : "to_end", { text });
  if (left) return still(spoken(view.disputes ? "undecided" : "left", { n: left }));
  if (view.keys.every((key) => key === "h")) return spoken("all_hidden");
  return ended(spoken(view.disputes ? "decided" : "complete"));
}

/** An item of a list. */
function item(text) {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}

/** Who says what of the text. */
function renderChoices(view) {
  const choices = (view.disputes && view.disputes.get(view.at)) || [];
  const said = ({ name, key }) => item(spoken("choice", { name, label: spoken(NAMES[key]) }));
  byId("choices").replaceChildren(...choices.map(said));
}

/** Lists the texts about which the browser and our rule differ. */
function renderDifferences(view) {
  const differs = [...view.nodes.keys()].filter((at) => view.shown.seen[at] === view.nodes[at].hidden);
  const items = differs.slice(0, MOST_DIFFERENCES).map((at) => {
    const { text } = view.nodes[at];
    return item(spoken(view.shown.seen[at] ? "browser_shows" : "browser_hides", { text }));
  });
  byId("differences").replaceChildren(...(items.length ? items : [item(spoken("no_difference"))]));
}
