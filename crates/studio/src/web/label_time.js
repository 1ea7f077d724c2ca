// The time that somebody spends on a page.

// Nobody looks at a page for so long without a key (seconds).
const IDLE = 60;
// Time is sent in pieces of so many seconds.
const PIECE = 15;

/** Counts the seconds in which somebody is there, and sends them to an address. */
class Clock {
  constructor(path) {
    this.path = path;
    this.spent = 0;
    this.heard();
  }

  /** A key was pressed. */
  heard() {
    this.last = Date.now();
  }

  tick() {
    if (document.visibilityState === "visible" && Date.now() - this.last < IDLE * 1000) this.spent += 1;
    if (this.spent >= PIECE) this.send();
  }

  send() {
    if (this.spent === 0) return;
    const event = { event: "time", seconds: this.spent };
    this.spent = 0;
    post(this.path, event, { keepalive: true }).catch(() => {});
  }
}
