// The time line of a TimeMap: thresholds are moved, and the captures show what would change.

/** How scores and thresholds decide, by the rule that combines them; null leaves a capture as it is. */
const RULES = {
  learned: ({ probability }, [threshold]) => probability !== null && probability >= threshold.value,
  any: ({ scores }, thresholds) => thresholds.some((threshold, at) => isBeyond(scores[at], threshold)),
  all: ({ scores }, thresholds) => thresholds.every((threshold, at) => isBeyond(scores[at], threshold)),
};

/** Whether a score is beyond its threshold; equal ones are on topic. */
function isBeyond(score, { side, value }) {
  if (score === null) return false;
  return side === "below" ? score < value : score > value;
}

/** The time line: sliders, and what their thresholds would change. */
function startCourse() {
  const judged = JSON.parse(main.dataset.judged);
  const form = byId("thresholds");
  const sliders = [...form.querySelectorAll("input[type=range]")];
  const cells = [...main.querySelectorAll("td.moved")];
  const rule = RULES[main.dataset.combine];
  const command = byId("command");
  // What nobody moved is as exact as the profile has it; a slider knows its own steps only.
  const valueOf = (slider) => Number(slider.dataset.moved || slider.dataset.threshold);
  const thresholds = () => sliders.map((slider) => ({ side: slider.dataset.side, value: valueOf(slider) }));
  const show = () => {
    const now = thresholds();
    const counts = { "off-topic": 0, "on-topic": 0 };
    judged.forEach((one, at) => {
      const moved = one.open ? (rule(one, now) ? "off-topic" : "on-topic") : one.status;
      const isChanged = moved !== one.status;
      if (isChanged) counts[moved] += 1;
      cells[at].textContent = moved;
      cells[at].parentElement.classList.toggle("changed", isChanged);
      mark(cells[at].parentElement, isChanged);
    });
    sliders.forEach((slider) => { slider.nextElementSibling.textContent = valueOf(slider); });
    const n = counts["off-topic"] + counts["on-topic"];
    say(n ? spoken("would_change", { n, off: counts["off-topic"], on: counts["on-topic"] }) : spoken("unchanged"));
    if (command) command.textContent = commandOf(command.dataset.profile, sliders, valueOf);
  };
  const keep = () => {
    const query = new URLSearchParams(location.search);
    for (const slider of sliders) {
      if (slider.dataset.moved) query.set(slider.name, slider.dataset.moved);
      else query.delete(slider.name);
    }
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  };
  const move = (slider, value) => {
    slider.value = value;
    slider.dataset.moved = slider.value;
  };
  for (const slider of sliders) {
    const asked = new URLSearchParams(location.search).get(slider.name);
    if (asked !== null && asked !== "" && Number.isFinite(Number(asked))) move(slider, asked);
    slider.addEventListener("input", () => {
      move(slider, slider.value);
      show();
      keep();
    });
  }
  form.addEventListener("reset", () => {
    // The browser sets the sliders back behind this event.
    for (const slider of sliders) delete slider.dataset.moved;
    show();
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") location.assign("../timemaps");
  });
  show();
  main.dataset.ready = "1";
}

/** Rings the mark of a capture that would change. */
function mark(row, isChanged) {
  const link = row.querySelector("a");
  const point = main.querySelector(`svg a[href="${link.getAttribute("href")}"]`);
  if (point) point.classList.toggle("changed", isChanged);
}

/** The command that judges by these thresholds. */
function commandOf(profile, sliders, valueOf) {
  const measures = sliders.map((slider) => `${slider.name}=${valueOf(slider)}`).join(",");
  const rule = main.dataset.combine;
  return `scutch offtopic … --profile ${profile} --measures ${measures}${rule === "any" ? "" : ` --combine ${rule}`}`;
}
