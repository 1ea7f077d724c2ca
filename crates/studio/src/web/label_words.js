// Words of a mixed text, which have labels of their own.

/** Keys while the words of a text are labelled. */
const WORD_ACTIONS = {
  Enter: (view) => view.endWords(true),
  Escape: (view) => view.endWords(false),
  ArrowRight: (view) => view.words.step(1),
  ArrowLeft: (view) => view.words.step(-1),
};

/** The words of a text, all content at first, with the cursor at one of them. */
class MixedWords {
  constructor(text) {
    this.texts = text.split(" ");
    this.keys = this.texts.map(() => "c");
    this.at = 0;
  }

  step(by) {
    this.at = Math.min(Math.max(this.at + by, 0), this.keys.length - 1);
    this.read();
  }

  /** Labels the word at the cursor and all behind it. */
  label(key) {
    this.keys.fill(key, this.at);
    this.read();
  }

  read() {
    const { at, keys, texts } = this;
    say(spoken("words", { n: at + 1, all: keys.length, text: texts[at], label: spoken(NAMES[keys[at]]) }));
  }

  /** The words as elements, by their labels. */
  elements() {
    return this.texts.flatMap((text, at) => {
      const element = document.createElement("span");
      element.className = `word ${this.keys[at]}${at === this.at ? " at" : ""}`;
      element.textContent = text;
      return [element, " "];
    });
  }
}
