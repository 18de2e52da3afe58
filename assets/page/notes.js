// Speaker notes: in the lecture itself, or in a window of their own for the speaker's screen.

const TALK = JSON.parse(document.getElementById("talk").textContent);

function line(parent, name, className, text) {
  if (text) parent.append(element(name, className, text));
}

function minutesOf(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** The time since the lecture began: it goes on when the page is reloaded. */
function createClock() {
  const key = `lecture-clock:${document.title}`;
  let start = Date.now();
  return {
    begin() { start = Date.now(); memory.set(key, start); },
    resume() {
      const kept = memory.get(key);
      const today = typeof kept === "number" && kept <= Date.now() && Date.now() - kept < 12 * 3600 * 1000;
      if (today) start = kept;
      else this.begin();
    },
    seconds: () => Math.max(0, (Date.now() - start) / 1000),
  };
}

/** A picture of a place, in any window: the end of a film's step, or the slide itself. */
function createStill(holder) {
  let shown = null;

  return (place) => {
    const figure = place?.figure;
    const address = figure && new URL(mediaUrl(figure.film || (place.step.picture ?? figure.picture)), location.href).href;
    holder.hidden = !place;
    if (!place) return;
    if (!shown || shown.src !== address) {
      shown?.remove();
      shown = holder.ownerDocument.createElement(figure.film ? "video" : "img");
      Object.assign(shown, figure.film ? { muted: true, preload: "auto", playsInline: true } : { alt: "" });
      shown.src = address;
      holder.prepend(shown);
    }
    if (figure.film) shown.currentTime = (place.step.end - 0.5) / figure.rate;
  };
}

/** Notes in one window. */
function createView(holder) {
  const make = (name, className, text) => {
    const made = holder.ownerDocument.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  };
  const clock = make("p", "clock");
  const pictures = make("div", "pictures");
  const text = make("div");
  const [now, next] = [["present", "Now"], ["after", "Next"]].map(([name, said]) => {
    const figure = make("figure", name);
    figure.append(make("figcaption", "", said));
    pictures.append(figure);
    return createStill(figure);
  });
  let measured = false;
  holder.replaceChildren(clock, pictures, text);

  function fill(at, following) {
    const parts = [];
    const add = (name, className, said) => { if (said) parts.push(make(name, className, said)); };
    add("h2", "", at.figure.sentence);
    if (!at.figure.own) add("p", "caption", at.step.caption);
    add("p", "own", at.step.note);
    add("p", "own", at.figure.note);
    if (at.figure.claims.length) {
      const claims = make("details", "claims");
      claims.open = measured;
      claims.addEventListener("toggle", () => { measured = claims.open; });
      claims.append(make("summary", "", "What is claimed, measured (M)"));
      for (const claim of at.figure.claims) {
        claims.append(make("p", "claim", `${claim.holds ? "✓" : "✗"} ${claim.statement.replace(/\.$/, "")}: ${claim.said}`));
      }
      parts.push(claims);
    }
    add("p", "next", at.next ? `Next: ${at.next.caption || at.nextFigure.sentence}` : "This is the last step.");
    text.replaceChildren(...parts);
    if (getComputedStyle(pictures).display !== "none" || holder.ownerDocument !== document) {
      now(at);
      next(following);
    }
  }

  return {
    fill,
    tick(at, seconds) {
      const target = TALK.minutes ? ` of ${minutesOf(TALK.minutes * 60)}` : "";
      clock.textContent = `${minutesOf(seconds)}${target} · step ${at.number} of ${at.count}`;
      clock.classList.toggle("late", Boolean(TALK.minutes) && seconds > TALK.minutes * 60);
    },
    measure() {
      measured = !measured;
      const claims = text.querySelector(".claims");
      if (claims) claims.open = measured;
    },
  };
}

/** Notes that follow the lecture, wherever they are shown. */
function createNotes(here, onKey) {
  const clock = createClock();
  const own = createView(here);
  let at = null;
  let following = null;
  let speaker = null;
  let other = null;

  const views = () => [...(here.hidden ? [] : [own]), ...(speaker && !speaker.closed ? [other] : [])];

  function tick() {
    if (at) for (const view of views()) view.tick(at, clock.seconds());
  }

  function refresh() {
    if (!at) return;
    for (const view of views()) view.fill(at, following);
    tick();
  }

  function openWindow() {
    speaker = window.open("", "speaker-notes", "popup,width=1100,height=760");
    if (!speaker) return false;
    const page = speaker.document;
    page.title = "Speaker notes";
    page.head.replaceChildren();
    for (const style of document.querySelectorAll("style, link[rel=stylesheet]")) {
      const copy = page.importNode(style, true);
      if (style.href) copy.href = style.href;
      page.head.append(copy);
    }
    page.body.className = "speaker";
    const holder = Object.assign(page.createElement("main"), { className: "notes" });
    page.body.replaceChildren(holder);
    page.onkeydown = onKey;
    other = createView(holder);
    refresh();
    return true;
  }

  setInterval(tick, 1000);
  return {
    begin: () => clock.begin(),
    resume: () => clock.resume(),
    follow(place, after) { at = place; following = after; refresh(); },
    toggle() { here.hidden = !here.hidden; refresh(); },
    measure() { for (const view of views()) view.measure(); },
    openWindow,
  };
}
