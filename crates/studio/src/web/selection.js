// What a label is for: the text at the cursor, an element around it, a range, or texts that are alike.

/** The numbers from one to another. */
function span(first, last) {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** The texts of each kind of selection, with the cursor at one of them. */
const SELECTED = {
  text: (_, at) => [at],
  element: ({ nodes, level }, at) => span(...nodes[at].around[level - 1]),
  range: ({ from }, at) => span(Math.min(from, at), Math.max(from, at)),
  alike: ({ nodes }, at) => [...nodes.keys()].filter((node) => nodes[node].alike === nodes[at].alike),
};

/** The selection around the cursor. */
class Selection {
  constructor(nodes) {
    this.nodes = nodes;
    this.clear();
  }

  /** The text at the cursor alone. */
  clear() {
    this.kind = "text";
    this.level = 0;
    this.from = null;
  }

  /** A larger or smaller element around the cursor; none is the text alone. False if there is no such element. */
  widen(at, by) {
    const level = Math.max(this.level + by, 0);
    if (level > this.nodes[at].around.length) return false;
    this.clear();
    this.level = level;
    if (level > 0) this.kind = "element";
    return true;
  }

  /** From the cursor to where it moves. */
  begin(at) {
    this.clear();
    this.kind = "range";
    this.from = at;
  }

  /** The texts like the one at the cursor. */
  like() {
    this.clear();
    this.kind = "alike";
  }

  list(at) {
    return SELECTED[this.kind](this, at);
  }
}

/** Ascending numbers as their first and last ones, where they follow each other. */
function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found[found.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

