// Speaker notes: in the lecture itself, or in a window of their own for the speaker's screen.

function line(parent, name, className, text) {
  if (text) parent.append(element(name, className, text));
}

/** Fill a place with what a speaker wants to know at a step. */
function fillNotes(place, at, minutes) {
  const parts = document.createDocumentFragment();
  line(parts, "p", "clock", `${minutes} · step ${at.number} of ${at.count}`);
  line(parts, "h2", "", at.figure.sentence);
  line(parts, "p", "caption", at.step.caption);
  line(parts, "p", "own", at.step.note);
  line(parts, "p", "own", at.figure.note);
  for (const claim of at.figure.claims) line(parts, "p", "claim", `${claim.holds ? "✓" : "✗"} ${claim.statement} ${claim.said}`);
  line(parts, "p", "next", at.next ? `Next: ${at.next.caption || at.nextFigure.sentence}` : "This is the last step.");
  place.replaceChildren(parts);
}

function minutesSince(start) {
  const seconds = Math.max(0, Math.round((Date.now() - start) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Notes that follow the lecture, wherever they are shown. */
function createNotes(here, onKey) {
  let start = Date.now();
  let at = null;
  let speaker = null;

  function refresh() {
    if (!at) return;
    if (!here.hidden) fillNotes(here, at, minutesSince(start));
    if (speaker && !speaker.closed) fillNotes(speaker.document.body.firstElementChild, at, minutesSince(start));
  }

  function openWindow() {
    speaker = window.open("", "speaker-notes", "popup,width=900,height=640");
    if (!speaker) return;
    const other = speaker.document;
    other.title = "Speaker notes";
    other.head.replaceChildren();
    for (const style of document.querySelectorAll("style, link[rel=stylesheet]")) {
      const copy = other.importNode(style, true);
      if (style.href) copy.href = style.href;
      other.head.append(copy);
    }
    other.body.className = "speaker";
    other.body.replaceChildren(Object.assign(other.createElement("main"), { className: "notes" }));
    other.onkeydown = onKey;
    refresh();
  }

  setInterval(refresh, 1000);
  return {
    begin() { start = Date.now(); },
    follow(place) { at = place; refresh(); },
    toggle() { here.hidden = !here.hidden; refresh(); },
    openWindow,
    refresh,
  };
}
