// What a speaker has at hand over the picture: a pointer, a pen, a magnifier.

/** Pointer, pen and magnifier over a picture; at most one of the first two is in the hand. */
function createTools(stage, picture, ink, dot) {
  const pen = ink.getContext("2d", { willReadFrequently: true });
  let last = null;

  const inHand = () => stage.dataset.tool ?? "";

  function fit() {
    const { width, height } = ink.getBoundingClientRect();
    if (!width || (ink.width === Math.round(width) && ink.height === Math.round(height))) return;
    Object.assign(ink, { width: Math.round(width), height: Math.round(height) });
  }

  function take(tool) {
    if (inHand() === tool || !tool) delete stage.dataset.tool;
    else stage.dataset.tool = tool;
    dot.hidden = inHand() !== "pointer";
    fit();
    last = null;
  }

  function wipe() {
    fit();
    pen.clearRect(0, 0, ink.width, ink.height);
    delete stage.dataset.drawn;
  }

  function zoomAt(x, y) {
    const box = stage.getBoundingClientRect();
    picture.style.transformOrigin = `${(100 * (x - box.left)) / box.width}% ${(100 * (y - box.top)) / box.height}%`;
  }

  function zoom(on = !("zoom" in stage.dataset)) {
    if (on) stage.dataset.zoom = "";
    else delete stage.dataset.zoom;
  }

  function draw(event) {
    const box = ink.getBoundingClientRect();
    const at = [event.clientX - box.left, event.clientY - box.top];
    if (last) {
      Object.assign(pen, { lineWidth: Math.max(3, box.height / 200), lineCap: "round" });
      pen.strokeStyle = getComputedStyle(stage).getPropertyValue("--subject");
      pen.beginPath();
      pen.moveTo(...last);
      pen.lineTo(...at);
      pen.stroke();
      stage.dataset.drawn = "";
    }
    last = at;
  }

  stage.addEventListener("pointermove", (event) => {
    if (inHand() === "pointer") {
      dot.style.left = `${event.clientX}px`;
      dot.style.top = `${event.clientY}px`;
    }
    if ("zoom" in stage.dataset) zoomAt(event.clientX, event.clientY);
    if (inHand() === "pen" && last && event.buttons) draw(event);
  });
  ink.addEventListener("pointerdown", (event) => {
    if (inHand() !== "pen") return;
    fit();
    last = null;
    draw(event);
  });
  addEventListener("pointerup", () => { last = null; });
  addEventListener("resize", wipe);
  return {
    pointer: () => take("pointer"),
    pen: () => take("pen"),
    wipe,
    zoom: () => zoom(),
    isPen: () => inHand() === "pen",
    isZoomed: () => "zoom" in stage.dataset,
    /** Put everything away; whether there was anything. */
    away() {
      const had = Boolean(inHand()) || "zoom" in stage.dataset || "drawn" in stage.dataset;
      take("");
      zoom(false);
      wipe();
      return had;
    },
  };
}
