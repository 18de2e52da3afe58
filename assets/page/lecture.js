// The lecture: full screen, step by step, holding on the last frame of each.

const KEYS = new Map(Object.entries({
  ArrowRight: "next", PageDown: "next", " ": "next", Enter: "next",
  ArrowLeft: "previous", PageUp: "previous", Backspace: "previous",
  ArrowDown: "nextFigure", ArrowUp: "previousFigure", Home: "first", End: "last", Escape: "back",
  r: "again", o: "overview", n: "notes", s: "speaker", c: "captions", b: "black", ".": "black", f: "full", "?": "help",
  m: "measure", l: "pointer", p: "pen", e: "wipe", z: "zoom", a: "auto",
}));

const STANDS = 3000; // milliseconds that each step stands still while the lecture plays by itself

/** Every place at which the lecture stops, in order. */
function placesOf(figures) {
  const places = figures.flatMap((figure) => stops(figure).map((step, index) => ({ figure, step, index })));
  places.forEach((place, index) => {
    const next = places[index + 1];
    Object.assign(place, { number: index + 1, count: places.length, next: next?.step, nextFigure: next?.figure });
  });
  return places;
}

/** What is shown of the figures at and after a place: their films are kept ready, all others let go. */
function createScreen(picture, onHold) {
  const ready = new Map();

  function make(figure) {
    if (figure.film) return createFilm(figure, onHold);
    const image = element("img");
    const show = (step) => {
      Object.assign(image, { src: mediaUrl(step.picture ?? figure.picture), alt: figure.own ? step.caption : figure.alternative });
      onHold();
    };
    return { element: image, figure, hold: show, play: show, stop() {} };
  }

  return function show(figure, following) {
    const wanted = new Set([figure, following].filter(Boolean));
    for (const [other, film] of ready) {
      film.stop();
      if (!wanted.has(other)) {
        film.element.remove();
        film.element.removeAttribute("src");
        ready.delete(other);
      }
    }
    for (const other of wanted) {
      if (!ready.has(other)) {
        ready.set(other, make(other));
        picture.append(ready.get(other).element);
      }
      ready.get(other).element.hidden = other !== figure;
    }
    return ready.get(figure);
  };
}

/** The lecture over any list of figures. */
function createLecture() {
  const part = (id) => document.getElementById(id);
  const stage = part("lecture");
  const key = `lecture-place:${document.title}`;
  let places = [];
  let position = 0;
  let film = null;
  let opener = null;
  let leaving = () => {};
  let typed = "";
  let standing = 0;
  let wasFull = false;
  const screen = createScreen(part("picture"), () => {
    stage.dataset.state = "held";
    clearTimeout(standing);
    if ("auto" in stage.dataset) standing = setTimeout(() => go((position + 1) % places.length, true), STANDS);
  });
  const notes = createNotes(part("notes"), onKey);
  const tools = createTools(stage, part("picture"), part("ink"), part("dot"));

  const here = () => places[position];
  const figures = () => [...new Set(places.map((place) => place.figure))];
  const pressed = (name, is) => stage.querySelector(`[data-do=${name}]`).setAttribute("aria-pressed", String(is));

  function go(to, playing) {
    if (!(to >= 0 && to < places.length)) return;
    clearTimeout(standing);
    position = to;
    tools.wipe();
    const all = figures();
    const following = all[all.indexOf(here().figure) + 1];
    film = screen(here().figure, following);
    stage.dataset.state = "playing";
    stage.dataset.figure = here().figure.name;
    stage.dataset.step = String(here().index);
    stage.style.setProperty("--shape", `${here().figure.width} / ${here().figure.height}`);
    history.replaceState(null, "", `#lecture/${here().number}`);
    part("said").textContent = here().step.caption;
    part("place").textContent = `${here().number} / ${here().count}`;
    part("progress").style.width = `${(100 * here().number) / here().count}%`;
    memory.set(key, { names: all.map((figure) => figure.name), position });
    notes.follow(here(), places[position + 1]);
    if (playing) film.play(here().step);
    else film.hold(here().step);
  }

  function toFigure(by) {
    const all = figures();
    const figure = all[all.indexOf(here().figure) + by];
    if (figure) go(places.findIndex((place) => place.figure === figure), by > 0);
  }

  function fillOverview() {
    const parts = figures().map((figure) => {
      const group = element("section");
      const image = figure.picture ? Object.assign(element("img"), { src: mediaUrl(figure.picture), alt: "" }) : "";
      const list = element("ol");
      for (const place of places.filter((other) => other.figure === figure)) {
        const button = element("button", "", place.step.caption || figure.sentence);
        button.type = "button";
        if (place === here()) button.setAttribute("aria-current", "step");
        button.addEventListener("click", () => { toggleOverview(false); go(place.number - 1, false); });
        const item = element("li");
        item.append(button);
        list.append(item);
      }
      group.append(image, element("h2", "", figure.sentence), list);
      return group;
    });
    part("overview").replaceChildren(...parts);
  }

  function toggleOverview(open = part("overview").hidden) {
    if (open) fillOverview();
    part("overview").hidden = !open;
    pressed("overview", open);
    if (open) part("overview").querySelector("[aria-current]").focus();
    else stage.focus();
  }

  function toggle(id, name = id) {
    part(id).hidden = !part(id).hidden;
    if (stage.querySelector(`[data-do=${name}]`)) pressed(name, !part(id).hidden);
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else fill();
  }

  function fill() {
    wasFull = false;
    stage.requestFullscreen?.().catch(() => { /* it is not allowed everywhere; the window does too */ });
  }

  let saying = 0;
  function say(text, seconds = 8) {
    part("hint").textContent = text;
    part("hint").hidden = !text;
    clearTimeout(saying);
    saying = setTimeout(() => { part("hint").hidden = true; }, 1000 * seconds);
  }

  /** A browser ends full screen when a window opens: it begins again with the next key or click here. */
  function openSpeaker() {
    const before = Boolean(document.fullscreenElement);
    if (!notes.openWindow()) {
      say("The browser did not let the speaker's window open: allow pop-ups for this page, then press S again.");
      return;
    }
    setTimeout(() => {
      wasFull = before && !document.fullscreenElement;
      if (wasFull) say("Drag the speaker's window to your own screen. The next key or click here fills this one again.", 60);
    }, 500);
  }

  function auto() {
    if ("auto" in stage.dataset) delete stage.dataset.auto;
    else stage.dataset.auto = "";
    const on = "auto" in stage.dataset;
    clearTimeout(standing);
    if (on && stage.dataset.state === "held") standing = setTimeout(() => go((position + 1) % places.length, true), STANDS);
    say(on ? "The lecture plays by itself, again and again; A ends that." : "", 4);
  }

  function leave() {
    film?.stop();
    stage.hidden = true;
    document.body.classList.remove("lecturing");
    for (const other of document.body.children) other.inert = false;
    clearTimeout(standing);
    delete stage.dataset.auto;
    tools.away();
    say("");
    const small = document.fullscreenElement ? document.exitFullscreen() : Promise.resolve();
    history.replaceState(null, "", location.pathname + location.search);
    leaving();
    small.finally(() => opener?.focus());
  }

  function back() {
    const open = ["help", "overview", "black"].find((id) => !part(id).hidden);
    if (open === "overview") toggleOverview(false);
    else if (open) toggle(open);
    else if (!tools.away()) leave();
  }

  const actions = {
    next() {
      if (!part("black").hidden) toggle("black");
      else if (stage.dataset.state === "playing") film.hold(here().step);
      else go(position + 1, true);
    },
    previous: () => go(Math.max(0, position - 1), false),
    nextFigure: () => toFigure(1),
    previousFigure: () => toFigure(-1),
    first: () => go(0, true),
    last: () => go(places.length - 1, false),
    again: () => go(position, true),
    overview: () => toggleOverview(),
    notes() { notes.toggle(); pressed("notes", !part("notes").hidden); },
    speaker: openSpeaker,
    measure: () => notes.measure(),
    pointer: tools.pointer,
    pen: tools.pen,
    wipe: tools.wipe,
    zoom: tools.zoom,
    auto,
    captions() { pressed("captions", stage.classList.toggle("captioned")); },
    black: () => toggle("black"),
    help: () => toggle("help"),
    full,
    leave,
    back,
  };

  function onKey(event) {
    if (stage.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target.closest?.("button");
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    if (wasFull && event.view === window) fill();
    if (/^[0-9]$/.test(event.key)) return type(typed + event.key);
    if (event.key === "Enter" && typed) {
      const to = Number(typed) - 1;
      type("");
      if (!part("overview").hidden) toggleOverview(false);
      return go(Math.min(Math.max(to, 0), places.length - 1), false);
    }
    const erased = typed;
    type("");
    if (erased && event.key === "Escape") return;
    const name = KEYS.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const browsing = !part("overview").hidden && ["next", "previous", "nextFigure", "previousFigure"].includes(name);
    if (browsing) return moveInOverview(event, name);
    if (!name) return;
    event.preventDefault();
    actions[name]();
  }

  /** Show the number that is being typed: with Enter the lecture goes to that step. */
  function type(number) {
    if (!number && !typed) return;
    typed = number.slice(-4);
    say(typed && `Step ${typed}: Enter`, 5);
  }

  function moveInOverview(event, name) {
    event.preventDefault();
    const buttons = [...part("overview").querySelectorAll("button")];
    const by = name.startsWith("next") ? 1 : -1;
    buttons[buttons.indexOf(document.activeElement) + by]?.focus();
  }

  function open(list, to, playing, again = false) {
    opener = document.activeElement;
    places = placesOf(list);
    stage.hidden = false;
    document.body.classList.add("lecturing");
    for (const other of document.body.children) other.inert = other !== stage;
    stage.focus();
    if (navigator.userActivation?.isActive) fill();
    if (again) notes.resume();
    else notes.begin();
    go(to, playing);
  }

  function remembered() {
    const kept = memory.get(key);
    const list = kept?.names?.map((name) => FIGURES.find((figure) => figure.name === name)) ?? [];
    const found = list.length && list.every(Boolean) ? placesOf(list) : [];
    return found[kept?.position] ? { list, position: kept.position, number: kept.position + 1, count: found.length } : null;
  }

  let resting = 0;
  function wake() {
    stage.classList.add("awake");
    clearTimeout(resting);
    resting = setTimeout(() => stage.classList.remove("awake"), 2500);
  }

  let touch = null;
  stage.addEventListener("touchstart", ({ touches }) => {
    touch = touches.length === 1 && !tools.isPen() && !tools.isZoomed() ? [touches[0].clientX, touches[0].clientY] : null;
  }, { passive: true });
  stage.addEventListener("touchend", (event) => {
    if (!touch || event.target.closest(".overview, .help, .notes, .controls")) return;
    const [across, down] = [event.changedTouches[0].clientX - touch[0], event.changedTouches[0].clientY - touch[1]];
    if (Math.abs(across) < 40 || Math.abs(across) < 1.5 * Math.abs(down)) return;
    event.preventDefault(); // else a click follows
    actions[across < 0 ? "next" : "previous"]();
  });

  stage.addEventListener("pointermove", wake);
  stage.addEventListener("click", (event) => {
    if (wasFull) fill();
    const button = event.target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    else if (tools.isPen()) return;
    else if (!button && !event.target.closest(".overview, .help, .notes, .controls")) {
      actions[event.clientX < innerWidth / 4 ? "previous" : "next"]();
    }
  });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => { if (!stage.hidden) go(linked() - 1, false); });

  /** The number of the step that the address names, as in #lecture/12; NaN where it names none. */
  function linked() {
    return Number(/^#lecture\/(\d+)$/.exec(location.hash)?.[1] ?? NaN);
  }

  return {
    begin: (list, index) => open(list, placesOf(list).findIndex((place) => place.figure === list[index]), true),
    resume() { const place = remembered(); if (place) open(place.list, place.position, false, true); },
    /** Open the step that the address names, where it names one; after a reload that is where the lecture was. */
    follow() {
      if (location.hash === "#lecture/auto") {
        open(FIGURES, 0, true);
        auto();
      }
      const number = linked();
      const place = remembered();
      if (place?.number === number) open(place.list, place.position, false, true);
      else if (number >= 1 && number <= placesOf(FIGURES).length) open(FIGURES, number - 1, false, true);
    },
    remembered,
    onLeave(then) { leaving = then; },
  };
}
