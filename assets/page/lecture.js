// The lecture: full screen, step by step, holding on the last frame of each.

const KEYS = new Map(Object.entries({
  ArrowRight: "next", PageDown: "next", " ": "next", Enter: "next",
  ArrowLeft: "previous", PageUp: "previous", Backspace: "previous",
  ArrowDown: "nextFigure", ArrowUp: "previousFigure", Home: "first", End: "last", Escape: "back",
  r: "again", o: "overview", n: "notes", s: "speaker", c: "captions", b: "black", ".": "black", f: "full", "?": "help",
}));

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
  const screen = createScreen(part("picture"), () => { stage.dataset.state = "held"; });
  const notes = createNotes(part("notes"), onKey);

  const here = () => places[position];
  const figures = () => [...new Set(places.map((place) => place.figure))];
  const pressed = (name, is) => stage.querySelector(`[data-do=${name}]`).setAttribute("aria-pressed", String(is));

  function go(to, playing) {
    if (to < 0 || to >= places.length) return;
    position = to;
    const all = figures();
    const following = all[all.indexOf(here().figure) + 1];
    film = screen(here().figure, following);
    stage.dataset.state = "playing";
    stage.dataset.figure = here().figure.name;
    stage.dataset.step = String(here().index);
    part("said").textContent = here().step.caption;
    part("place").textContent = `${here().number} / ${here().count}`;
    part("progress").style.width = `${(100 * here().number) / here().count}%`;
    memory.set(key, { names: all.map((figure) => figure.name), position });
    notes.follow(here());
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
    else stage.requestFullscreen?.().catch(() => { /* it is not allowed everywhere; the window does too */ });
  }

  function leave() {
    film?.stop();
    stage.hidden = true;
    document.body.classList.remove("lecturing");
    for (const other of document.body.children) other.inert = false;
    const small = document.fullscreenElement ? document.exitFullscreen() : Promise.resolve();
    history.replaceState(null, "", location.pathname + location.search);
    leaving();
    small.finally(() => opener?.focus());
  }

  function back() {
    const open = ["help", "overview", "black"].find((id) => !part(id).hidden);
    if (open === "overview") toggleOverview(false);
    else if (open) toggle(open);
    else leave();
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
    speaker: () => notes.openWindow(),
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
    const name = KEYS.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const browsing = !part("overview").hidden && ["next", "previous", "nextFigure", "previousFigure"].includes(name);
    if (browsing) return moveInOverview(event, name);
    if (!name) return;
    event.preventDefault();
    actions[name]();
  }

  function moveInOverview(event, name) {
    event.preventDefault();
    const buttons = [...part("overview").querySelectorAll("button")];
    const by = name.startsWith("next") ? 1 : -1;
    buttons[buttons.indexOf(document.activeElement) + by]?.focus();
  }

  function open(list, to, playing) {
    opener = document.activeElement;
    places = placesOf(list);
    stage.hidden = false;
    document.body.classList.add("lecturing");
    for (const other of document.body.children) other.inert = other !== stage;
    history.replaceState(null, "", "#lecture");
    stage.focus();
    if (navigator.userActivation?.isActive) full();
    notes.begin();
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

  stage.addEventListener("pointermove", wake);
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    else if (!button && !event.target.closest(".overview, .help, .notes, .controls")) {
      actions[event.clientX < innerWidth / 4 ? "previous" : "next"]();
    }
  });
  document.addEventListener("keydown", onKey);
  return {
    begin: (list, index) => open(list, placesOf(list).findIndex((place) => place.figure === list[index]), true),
    resume() { const place = remembered(); if (place) open(place.list, place.position, false); },
    remembered,
    onLeave(then) { leaving = then; },
  };
}
