// Keys of the view to label: what each means, and how keys, fields and clicks come to the view.

// Keys that mean the same as others.
const SAME = {
  ArrowDown: "j", ArrowRight: "j", ArrowUp: "k", ArrowLeft: "k", Home: "g", End: "G", "?": "a", "=": "+", "−": "-",
};
// Keys that may be held down.
const REPEATED = ["j", "k", "+", "-", "ArrowLeft", "ArrowRight"];

/** Keys of the label view; those of the first table are for views of disputes, too. */
const ACTIONS = {
  m: (view) => view.beginWords(),
  j: (view) => view.move(view.beside(1)),
  k: (view) => view.move(view.beside(-1)),
  g: (view) => view.move(view.end(1)),
  G: (view) => view.move(view.end(-1)),
  n: (view) => view.seek(view.open(view.at + 1)),
  N: (view) => view.seek(view.openBefore(view.at)),
  u: (view) => view.undo(),
  Escape: (view) => view.selection.clear(),
  ",": (view) => view.step(-1),
  ".": (view) => view.step(1),
  Enter: (view) => view.done(),
};
const LABEL_ACTIONS = {
  a: (view) => view.answer(),
  "+": (view) => { if (!view.selection.widen(view.at, 1)) say(spoken("no_larger")); },
  "-": (view) => view.selection.widen(view.at, -1),
  v: (view) => view.beginRange(),
  l: (view) => view.alike(),
};

/** Says that a key does nothing. Keys that write nothing, such as Tab, belong to the browser. */
function unknown(view, key) {
  if (key.length === 1 && key !== " ") view.queue(() => view.unknown(key));
}

/** Saves a field. One that is refused stays marked: its message is gone with the next key. */
async function saveField(view, field) {
  try {
    await view.send({ event: "field", name: field.dataset.field, value: field.value.trim() });
    delete field.dataset.unsaved;
    field.removeAttribute("aria-invalid");
  } catch (error) {
    field.setAttribute("aria-invalid", "true");
    throw error;
  }
}

/** Leads keys, fields and clicks to a view. */
function listen(view, archived) {
  const desk = byId("keys");
  desk.focus();
  desk.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    view.clock.heard();
    // At once: what is typed next is for the field.
    if (event.key === "f" && !view.disputes && !view.words) byId("field-page-type").focus();
    else if (!view.knows(event.key)) return unknown(view, event.key);
    else if (!event.repeat || REPEATED.includes(SAME[event.key] || event.key)) view.queue(() => view.key(event.key));
    event.preventDefault();
  });
  for (const field of main.querySelectorAll("[data-field]")) {
    field.addEventListener("change", () => {
      field.dataset.unsaved = "1";
      view.queue(() => saveField(view, field));
    });
    field.addEventListener("keydown", (event) => {
      view.clock.heard();
      // The value of a field that was not saved can be right, and then nothing changes.
      if (event.key === "Enter" && field.dataset.unsaved) view.queue(() => saveField(view, field));
      if (event.key === "Escape" || event.key === "Enter") desk.focus();
    });
  }
  // A click into the archived page selects the text there; the keys stay ours.
  archived.addEventListener("click", (event) => {
    event.preventDefault();
    const element = event.target.closest("[data-scutch-node]");
    const at = element && Number(element.dataset.scutchNode);
    if (element && (!view.disputes || view.disputes.has(at))) view.queue(() => view.click(at));
    desk.focus();
  });
}
