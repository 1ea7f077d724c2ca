// The archived page in its frame: what the browser shows of it, and marks of labels.
"use strict";

// The window of the archived page in CSS pixels. Style sheets ask for its size: what is hidden must
// depend on the page, not on the window of whoever labels.
const WIDTH = 1280;
const HEIGHT = 800;
// A frame that is smaller than this cannot be read; one scrolls sideways instead.
const LEAST_SCALE = 0.5;

/** The archived page in its frame. */
class Shown {
  constructor(frame, count) {
    this.frame = frame;
    this.document = frame.contentDocument;
    this.elements = new Map();
    for (const element of this.document.querySelectorAll("[data-scutch-node]")) {
      this.elements.set(Number(element.dataset.scutchNode), element);
    }
    this.size(HEIGHT, 1);
    /** Whether the browser shows each text. */
    this.seen = Array.from({ length: count }, (_, at) => this.shows(at));
    new ResizeObserver(() => this.fit()).observe(frame.parentElement);
    this.fit();
  }

  size(height, scale) {
    Object.assign(this.frame.style, {
      width: `${WIDTH}px`,
      height: `${height}px`,
      transform: scale === 1 ? "none" : `scale(${scale})`,
      transformOrigin: "0 0",
    });
  }

  /** Scales the page to what holds its frame. */
  fit() {
    const { clientWidth, clientHeight } = this.frame.parentElement;
    const scale = Math.min(1, Math.max(LEAST_SCALE, clientWidth / WIDTH));
    this.size(Math.floor(clientHeight / scale), scale);
  }

  /** Whether the browser shows an element, now that the page is laid out. */
  shows(at) {
    const element = this.elements.get(at);
    if (!element) return false;
    if (element.checkVisibility && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      return false;
    }
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

  /** Marks the selected texts, outlines the element around them, and shows the one at the cursor. */
  select(nodes, at, around) {
    for (const old of this.document.querySelectorAll("[data-scutch-at], [data-scutch-within], [data-scutch-around]")) {
      delete old.dataset.scutchAt;
      delete old.dataset.scutchWithin;
      delete old.dataset.scutchAround;
    }
    for (const node of nodes) {
      const element = this.elements.get(node);
      if (element) element.dataset[node === at ? "scutchAt" : "scutchWithin"] = "";
    }
    const outlined = around && this.common(around);
    if (outlined) outlined.dataset.scutchAround = "";
    const element = this.elements.get(at);
    if (element) element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }

  /** The element that holds two texts. */
  common(around) {
    const [first, last] = around.map((node) => this.elements.get(node));
    if (!first || !last) return null;
    const range = this.document.createRange();
    range.setStart(first, 0);
    range.setEnd(last, 0);
    const found = range.commonAncestorContainer;
    return found.nodeType === Node.ELEMENT_NODE ? found : found.parentElement;
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

