// Joins gallery and lecture when the page is open.

(() => {
  const cards = new Map([...document.querySelectorAll(".card")].map((card) => [card.dataset.figure, card]));
  const chosen = createChoice(cards);
  const lecture = createLecture();
  const resume = document.getElementById("resume");

  function offerToResume() {
    const place = lecture.remembered();
    resume.hidden = !place;
    if (place) resume.textContent = `Go on at step ${place.number} of ${place.count}`;
  }

  for (const [index, figure] of FIGURES.entries()) {
    const card = cards.get(figure.name);
    if (!card) continue; // a slide of the speaker's own
    card.querySelector(".play")?.addEventListener("click", () => playInPlace(card, figure));
    card.querySelector(".from").addEventListener("click", () => lecture.begin(FIGURES, index));
  }
  document.getElementById("begin").addEventListener("click", () => lecture.begin(FIGURES, 0));
  document.getElementById("begin-chosen").addEventListener("click", () => lecture.begin(chosen(), 0));
  resume.addEventListener("click", () => lecture.resume());
  lecture.onLeave(offerToResume);
  offerToResume();
  const whole = document.getElementById("whole");
  if (whole) offerWholeFilm(whole, JSON.parse(document.getElementById("whole-film").textContent));
  unpackWhenWanted(cards);
  openForPrint();
  lecture.follow();
})();
