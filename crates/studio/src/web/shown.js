// The archived page in its frame: what the browser shows of it, and marks of labels.
"use strict";

// The window of the archived page in CSS pixels. Style sheets ask for its size: what is hidden must
// depend on the page, not on the window of whoever labels.
const WIDTH = 1280;
const HEIGHT = 800;
// A frame that is smaller than this cannot be read; one scrolls sideways instead.
const LEAST_SCALE = 0.5;
// The least window of a page that is only read, and how small it is drawn.
const READ_WIDTH = 1000;
const LEAST_READ_SCALE = 0.6;

/** Gives the page in a frame a window in CSS pixels, drawn at a scale. */
function sizeFrame(frame, [width, height], scale) {
  Object.assign(frame.style, {
    width: `${width}px`,
    height: `${height}px`,
    // The box keeps its full size under the transform: negative margins keep its parent from scrolling through nothing.
    margin: scale === 1 ? "0 auto" : `0 ${(scale - 1) * width}px ${(scale - 1) * height}px 0`,
    transform: scale === 1 ? "none" : `scale(${scale})`,
    transformOrigin: "0 0",
  });
}

/** Scales the page in a frame to what holds the frame, now and after each change of that. */
function fitFrame(frame, width, least) {
  const fit = () => {
    const { clientWidth, clientHeight } = frame.parentElement;
    const full = width(clientWidth);
    const scale = Math.min(1, Math.max(least, clientWidth / full));
    sizeFrame(frame, [full, Math.floor(clientHeight / scale)], scale);
  };
  new ResizeObserver(fit).observe(frame.parentElement);
  fit();
}

/** Scales the pages that are only read. */
function fitRead() {
  for (const frame of main.querySelectorAll("iframe")) {
    fitFrame(frame, (width) => Math.max(width, READ_WIDTH), LEAST_READ_SCALE);
  }
}

/** The archived page in its frame. */
class Shown {
  constructor(frame, count) {
    this.frame = frame;
    this.document = frame.contentDocument;
    this.elements = new Map();
    for (const element of this.document.querySelectorAll("[data-scutch-node]")) {
      this.elements.set(Number(element.dataset.scutchNode), element);
    }
    sizeFrame(frame, [WIDTH, HEIGHT], 1);
    /** Whether the browser shows each text. */
    this.seen = Array.from({ length: count }, (_, at) => this.shows(at));
    fitFrame(frame, () => WIDTH, LEAST_SCALE);
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
    for (const mark of ["at", "within", "around", "over"]) {
      for (const old of this.document.querySelectorAll(`[data-scutch-${mark}]`)) {
        old.removeAttribute(`data-scutch-${mark}`);
      }
    }
    for (const node of nodes) {
      const element = this.elements.get(node);
      if (element) element.dataset[node === at ? "scutchAt" : "scutchWithin"] = "";
    }
    const outlined = around && this.common(around);
    if (outlined) outlined.dataset.scutchAround = "";
    const element = this.elements.get(at);
    if (!element) return;
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    this.uncover(element);
  }

  /** Makes transparent what covers an element and does not scroll, such as a cookie notice. */
  uncover(element) {
    const [box] = element.getClientRects();
    if (!box) return;
    const view = this.document.defaultView;
    const isFixed = (one) => ["fixed", "sticky"].includes(view.getComputedStyle(one).position);
    for (const top of this.document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)) {
      if (element.contains(top) || top.contains(element)) return;
      for (let over = top; over && !over.contains(element); over = over.parentElement) {
        if (isFixed(over)) over.dataset.scutchOver = "";
      }
    }
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

