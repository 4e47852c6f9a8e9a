// What others do is shown step by step, at a pace one chooses, while the table is already played on.

import { $, isStill, make, seatMark, settings } from "./app.js";
import { aim, show } from "./regions.js";

export const PACES = { once: 0, fast: 250, normal: 600, slow: 1200 }; // milliseconds for a decision that matters
const MOST = 80; // steps that wait; beyond that, as after a sleep, only what holds now is of use
const SUMMARY = 6;
const LINE = 40, // letters that are read in the time of a step
  LONGEST = 2.5; // times as long

export const pace = () => (isStill() ? 0 : (PACES[settings.text("pace")] ?? PACES.normal));

// A pause that can be ended.
export function pausing() {
  let wake = () => {};
  return {
    end: () => wake(),
    for: (time) =>
      new Promise((done) => {
        const timer = setTimeout(done, time);
        wake = () => (clearTimeout(timer), done());
      }),
  };
}

// `now()` is what holds now; `inSight()` is called whenever that is what is shown.
export function bindShow({ now, inSight }) {
  const steps = [], // positions still to be shown
    said = [], // what was shown since there was nothing to show
    pause = pausing();
  const skip = make("button", { type: "button", class: "btn bare", tabindex: -1 }, "Skip"); // so does any click
  let running = false;

  // Of a position on the way only what is not asked of the viewer meanwhile; sign and seats tell of the same moment.
  const withChoices = (regions) => {
    if (!now().yours) return { words: "", ...regions };
    const { prompt, words, dock, seats, strip, coach } = now().regions;
    return { ...regions, prompt, words, dock, seats, strip, ...(coach && { coach }) };
  };

  // A step in the log's own words.
  const worded = (step) => {
    const words = make("span", {});
    words.innerHTML = step.html;
    said.push(`${step.name} ${words.textContent.trim()}`);
    return words;
  };

  // Say a step; how many times as long as a short one it takes to read.
  const caption = (step) => {
    const sign = $("#step-sign"),
      words = worded(step);
    sign.replaceChildren(seatMark(step.seat), make("b", {}, step.name), " ", words, steps.length ? skip : "");
    sign.hidden = false;
    return Math.min(LONGEST, Math.max(1, words.textContent.length / LINE));
  };

  const summary = () => {
    const more = said.length - SUMMARY;
    const text = said.slice(-SUMMARY).join(". ");
    if (said.length) $("#summary").textContent = `${more > 0 ? `After ${more} more: ` : ""}${text}.`;
    said.length = 0;
  };

  async function run() {
    running = true;
    $(".prompt").setAttribute("aria-live", "off"); // one summary is read out instead
    $("main").classList.add("showing");
    while (steps.length) {
      const { regions, step } = steps.shift();
      if (step.minor && steps.length) continue;
      await show(withChoices(regions));
      const long = caption(step);
      aim();
      await pause.for(pace() * long);
    }
    running = false;
    $("main").classList.remove("showing");
    $("#step-sign").hidden = true;
    summary();
    await show({ words: "", ...now().regions });
    $(".prompt").setAttribute("aria-live", "polite");
    if (!running) inSight();
  }

  return {
    // Show what holds now: by itself if somebody else's step led there, else at once.
    async take(next, step) {
      if (step && pace() && !document.hidden && steps.length < MOST) {
        steps.push({ regions: next.regions, step });
        if (!running) await run();
        else if (next.yours) await show(withChoices({})); // what is asked need not wait
        return;
      }
      if (step) worded(step);
      if (running) return void ((steps.length = 0), pause.end());
      await show({ words: "", ...next.regions });
      if (next === now() && !running) {
        if (now().yours || now().over) summary();
        inSight();
      }
    },
    // Whoever clicks or types wants the table as it is.
    end() {
      if (!running) return;
      steps.length = 0;
      pause.end();
    },
  };
}
