// The gallery: films that load when they are wanted, and the choice of figures for a lecture.

/** Text as a player of captions shows it. */
function cueText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function captionTrack(video, figure) {
  const track = video.addTextTrack("captions", "Captions", "en");
  for (const step of figure.steps) {
    if (step.end > step.first) {
      track.addCue(new VTTCue(step.first / figure.rate, step.end / figure.rate, cueText(step.caption)));
    }
  }
}

/** Puts a player in the place of a figure's picture. */
function playInPlace(card, figure) {
  const frame = card.querySelector(".frame");
  const now = card.querySelector(".now");
  const video = element("video");
  Object.assign(video, { controls: true, playsInline: true, src: mediaUrl(figure.film) });
  Object.assign(video, { width: figure.width, height: figure.height });
  video.setAttribute("aria-label", figure.alternative);
  captionTrack(video, figure);
  video.addEventListener("timeupdate", () => {
    const caption = stepAt(figure, video.currentTime).caption;
    if (now.textContent !== caption) now.textContent = caption;
  });
  frame.querySelector(".play").remove();
  frame.querySelector(".length").remove();
  frame.classList.add("playing");
  frame.append(video);
  video.focus();
  video.play().catch(() => { /* the controls are there */ });
}

/** The figures chosen for a lecture, in the order of choosing. */
function createChoice(cards) {
  const key = `lecture-choice:${document.title}`;
  let names = (memory.get(key) ?? []).filter((name) => cards.has(name));

  function show() {
    memory.set(key, names);
    for (const [name, card] of cards) {
      const button = card.querySelector(".add");
      const place = names.indexOf(name);
      button.setAttribute("aria-pressed", String(place >= 0));
      button.textContent = place >= 0 ? `In your lecture: ${place + 1}.` : "Add to your lecture";
    }
    document.getElementById("chosen").hidden = names.length === 0;
    const what = names.length === 1 ? "1 figure" : `${names.length} figures`;
    document.getElementById("chosen-count").textContent = `Your lecture: ${what}, in the order of choosing`;
  }

  function toggle(name) {
    names = names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
    show();
  }

  document.getElementById("clear").addEventListener("click", () => { names = []; show(); });
  for (const [name, card] of cards) card.querySelector(".add").addEventListener("click", () => toggle(name));
  show();
  return () => FIGURES.length && names.map((name) => FIGURES.find((figure) => figure.name === name));
}

/** The film of all figures: its captions, and its chapters, which jump to their beginnings. */
function offerWholeFilm(part, whole) {
  const video = part.querySelector("video");
  captionTrack(video, whole);
  const buttons = [...part.querySelectorAll("button[data-seconds]")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      video.currentTime = Number(button.dataset.seconds) + .001; // past the last frame of the chapter before
      video.play().catch(() => { /* the controls are there */ });
    });
  }
  video.addEventListener("timeupdate", () => {
    const now = buttons.findLast((button) => Number(button.dataset.seconds) <= video.currentTime);
    for (const button of buttons) {
      if (button === now) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  });
}

/** A page of one file: pictures come when they are near the window, files when they are asked for. */
function unpackWhenWanted(cards) {
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        target.src = mediaUrl(target.dataset.src);
        seen.unobserve(target);
      }
    }
  }, { rootMargin: "600px" });
  const pictures = document.querySelectorAll("img[data-src]");
  pictures.forEach((picture) => seen.observe(picture));
  addEventListener("beforeprint", () => pictures.forEach((picture) => { picture.src = mediaUrl(picture.dataset.src); }));
  for (const card of cards.values()) {
    card.querySelectorAll("a[data-href]").forEach((link) => {
      link.addEventListener("click", () => { link.href = mediaUrl(link.dataset.href); });
    });
  }
}

/** On paper everything is open. */
function openForPrint() {
  const opened = [];
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details:not([open])")) {
      part.open = true;
      opened.push(part);
    }
  });
  addEventListener("afterprint", () => { for (const part of opened.splice(0)) part.open = false; });
}
