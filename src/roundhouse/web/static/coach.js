// A first game: the coach's words, what is lit, and what is said to a wrong try.

import { $, $$, ask, data, make, refuse, settings } from "./app.js";

const main = $("main[data-table]"),
  box = $("#coach-box");
const EDGE = 8; // pixels: what is nearer to the edge of its region is hardly in sight
let coach = data("state-data").coach,
  later = 0;

const actionsOf = ({ dataset: { action = "", more = "" } }) =>
  `${action},${more}`
    .split(",")
    .filter((one) => one.trim())
    .map(Number);
const isSeen = (thing) => thing.getClientRects().length > 0;

// Light what may be chosen at this step; what else could be chosen is dimmed, and answered when it is tried.
function light() {
  const lit = coach?.lit;
  main.classList.toggle("guided", Boolean(lit));
  for (const thing of $$("[data-action]")) {
    const on = Boolean(lit) && actionsOf(thing).some((action) => lit.includes(action));
    thing.classList.toggle("lit", on);
    if (thing.closest('[data-region="words"], #act-menu')) thing.toggleAttribute("aria-current", on);
  }
  for (const thing of $$(".legal:not([data-action])")) thing.classList.toggle("lit", Boolean($(".lit", thing)));
}

// If nothing that is lit is in sight, open the sheet it lies in, or scroll to it.
function bring() {
  const lit = ["board", "dock", "supply", "seats", "prompt", "words"].flatMap((region) =>
    $$(`[data-region="${region}"] .lit[data-action]`),
  );
  if (!lit.length) return;
  if (!lit.some(isSeen)) {
    const region = lit[0].closest("[data-region]").dataset.region;
    const tab = $(region === "dock" ? ".tabs input:not([id])" : `#tab-${region}`);
    if (tab) tab.checked = true;
  }
  if (innerWidth > 640) $('[data-region="words"] .lit')?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const shown = lit.filter((thing) => isSeen(thing) && !thing.closest('[data-region="words"]'));
  const within = (thing) => {
    const frame = thing.closest("[data-region]").getBoundingClientRect(),
      { left, right, top, bottom } = thing.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inside = (at, from, to) => at > from + EDGE && at < to - EDGE;
    return (
      inside(x, Math.max(0, frame.left), Math.min(innerWidth, frame.right)) &&
      inside(y, Math.max(0, frame.top), Math.min(innerHeight, frame.bottom))
    );
  };
  if (shown.length && !shown.some(within))
    shown[0].scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

// What the coach says to a wrong try stands in the place of the step until the next one, or until it is asked for.
function answer(text) {
  const again = make("button", { type: "button", class: "linklike" }, "Read the step again");
  again.addEventListener("click", () => {
    answer("");
    $("#coach-words")?.focus();
  });
  $("#coach-answer").replaceChildren(...(text ? [text, " ", again] : []));
  $("#coach-answer").hidden = !text;
  box.classList.toggle("answered", Boolean(text));
  if (text) fold(false);
}

function fold(on) {
  box.classList.toggle("folded", on);
  $("#coach-fold").setAttribute("aria-expanded", String(!on));
  $("#coach-fold").setAttribute("aria-label", on ? "Unfold the coach" : "Fold the coach");
}

// By keys one is led from step to step: from the button to the first thing that is lit.
function lead() {
  const at = document.activeElement;
  if (at?.matches('[data-region="words"] [data-action]:not(.lit), main'))
    ($("#coach-on") ?? $('[data-region="words"] .lit'))?.focus({ preventScroll: true });
}

// A puzzle that was solved is ticked in the list, in this browser.
function tick() {
  const [game, n] = $("[data-solved]")?.dataset.solved.split(" ") ?? [];
  if (!game) return;
  const done = (settings.text(`solved.${game}`) ?? "").split(" ").filter(Boolean);
  if (!done.includes(n)) settings.set(`solved.${game}`, [...done, n].join(" "));
}

async function goOn(step) {
  const { ok, json } = await ask(`/t/${main.dataset.table}/learn`, { step });
  if (ok) document.dispatchEvent(new CustomEvent("on", { detail: json }));
  else refuse(json?.error);
}

if (box) {
  document.addEventListener("taken", ({ detail }) => {
    const before = coach?.step;
    coach = detail.coach;
    answer("");
    if (coach?.step !== before) fold(false);
    light();
  });
  document.addEventListener("regions", () => {
    light();
    bring();
    lead();
    tick();
    clearTimeout(later);
    later = setTimeout(bring, 250); // what else has scrolled or opened meanwhile has done so
  });
  document.addEventListener("wrong", (event) => {
    if (!event.detail?.error) return;
    event.preventDefault();
    answer(event.detail.error);
  });
  box.addEventListener("click", (event) => {
    const step = event.target.closest("#coach-on")?.dataset.step;
    if (step !== undefined) goOn(Number(step));
  });
  $("#coach-fold").addEventListener("click", () => fold(!box.classList.contains("folded")));
  new MutationObserver(light).observe($("#act-menu"), { childList: true });
  light();
  bring();
  tick();
}
