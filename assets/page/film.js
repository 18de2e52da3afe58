// Films: where they are, and playing one step of one until its last frame.

const FIGURES = JSON.parse(document.getElementById("figures").textContent);

/** A text to show for a place in storage that may be forbidden, as private windows do. */
const memory = {
  get(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* then nothing is remembered */ }
  },
};

/** Gives the address of a film or picture; a page of one file holds them itself and unpacks them when wanted. */
const mediaUrl = (() => {
  const unpacked = new Map();
  return (file) => {
    if (!unpacked.has(file)) {
      const packed = document.querySelector(`script[data-file="${CSS.escape(file)}"]`);
      if (!packed) return `media/${encodeURIComponent(file)}`;
      const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
      unpacked.set(file, URL.createObjectURL(new Blob([bytes], { type: packed.dataset.type })));
    }
    return unpacked.get(file);
  };
})();

/** An element with a class and a text; markup in the text is shown, never followed. */
function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** The step of a figure that is on screen at a time. */
function stepAt(figure, seconds) {
  const frame = seconds * figure.rate;
  return figure.steps.find((step) => frame < step.end) ?? figure.steps.at(-1);
}

/** The steps at which a lecture stops: those that take time; a still has one. */
function stops(figure) {
  if (figure.own && !figure.film) return figure.steps;
  if (!figure.film) return [{ ...(figure.steps.at(-1) ?? { name: "", caption: "", note: "" }), first: 0, end: 0 }];
  const taking = figure.steps.filter((step) => step.end > step.first);
  return taking.length ? taking : [{ name: "", caption: "", note: "", first: 0, end: figure.frames }];
}

/**
 * A film that is played step by step.
 *
 * A frame is asked for by the middle of its time, so that no rounding shows its neighbour.
 */
function createFilm(figure, onHold) {
  const video = element("video");
  Object.assign(video, { src: mediaUrl(figure.film), preload: "auto", muted: !figure.own, playsInline: true });
  video.setAttribute("aria-label", figure.alternative);
  video.addEventListener("error", () => { video.poster = mediaUrl(figure.picture); }); // better than nothing
  const early = Math.ceil(figure.rate / 30); // frames: a browser needs about a sixtieth of a second to stop
  const middle = (frame) => (frame + 0.5) / figure.rate;
  let run = 0; // whatever belongs to an earlier run does nothing any more

  function hold(step) {
    run += 1;
    video.pause();
    const last = step.end - 1;
    if (Math.floor(video.currentTime * figure.rate) !== last || video.readyState < 2) video.currentTime = middle(last);
    onHold();
  }

  function follow(step, mine) {
    const look = (seconds) => {
      if (mine !== run) return;
      if (seconds * figure.rate >= step.end - early - 0.5 || video.ended) hold(step);
      else next();
    };
    const next = () => {
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback((_, shown) => look(shown.mediaTime));
      else requestAnimationFrame(() => look(video.currentTime));
    };
    video.onended = () => { if (mine === run) hold(step); };
    next();
  }

  function play(step) {
    run += 1;
    const mine = run;
    const frame = video.currentTime * figure.rate;
    const isNext = frame >= step.first - 1 && frame < step.first + 1;
    if (!isNext) video.currentTime = middle(step.first);
    follow(step, mine);
    video.play().catch(() => { if (mine === run) hold(step); });
  }

  return { element: video, figure, hold, play, stop: () => { run += 1; video.pause(); } };
}
