// A first game: the coach's words, what is lit, and what is said to a wrong try.

import { $, $$, ask, data, make, refuse, settings } from "./app.js";

const main = $("main[data-table]"),
  box = $("#coach-box");
const EDGE = 8; // pixels: what is nearer to the edge of its region is hardly in sight
let coach = data("state-data").coach,
  later = 0,
  led = true; // until somebody looks around

const actionsOf = ({ dataset: { action = "", more = "" } }) =>
  `${action},${more}`
    .split(",")
    .filter((one) => one.trim())
    .map(Number);
const isSeen = (thing) => thing.getClientRects().length > 0;
const isWide = () => innerWidth > 640;
const topOf = (thing) => thing.getBoundingClientRect().top;

// Whether something belongs to the step: several decisions in one only if all of them do.
function belongs(thing) {
  const then = (thing.dataset.then ?? "").split(",").filter(Boolean).map(Number);
  if (then.length && (then.length >= (coach.left ?? Infinity) || !then.every((action) => coach.lit.includes(action))))
    return false;
  return actionsOf(thing).some((action) => coach.lit.includes(action));
}

// Light what may be chosen at this step; the rest is dimmed, and answered when tried.
function light() {
  const guided = Boolean(coach?.lit);
  main.classList.toggle("guided", guided);
  for (const thing of $$("[data-action]")) {
    const on = guided && belongs(thing);
    thing.classList.toggle("lit", on);
    if (thing.dataset.then) thing.toggleAttribute("disabled", guided && !on);
    if (thing.closest('[data-region="words"], #act-menu')) thing.toggleAttribute("aria-current", on);
  }
  for (const thing of $$(".legal:not([data-action])")) thing.classList.toggle("lit", Boolean($(".lit", thing)));
}

// If nothing that is lit is in sight, open the sheet it lies in, or scroll to it.
function bring() {
  const lit = ["board", "dock", "supply", "seats", "prompt", "words"].flatMap((region) =>
    $$(`[data-region="${region}"] .lit[data-action]`),
  );
  if (lit.length && !lit.some(isSeen)) {
    const region = lit[0].closest("[data-region]").dataset.region;
    const tab = $(region === "dock" ? ".tabs input:not([id])" : `#tab-${region}`);
    if (tab) tab.checked = true;
  }
  const shown = lit.filter((thing) => isSeen(thing) && !thing.closest('[data-region="words"]'));
  const word = lit.find((thing) => thing.closest('[data-region="words"]'));
  const list = shown.length && word?.closest(".scroll");
  if (list) list.scrollTop += topOf(word) - topOf(list) - list.clientHeight / 2; // and not the page
  else word?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  const first = shown.find(isWithin) ?? shown[0],
    onBoard = first?.closest('[data-region="board"]');
  if (first && !isWithin(first) && (isWide() || !onBoard))
    first.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  show(onBoard ? [first, ...named(), ...shown.filter((thing) => onBoard.contains(thing))] : named());
}

// What is seen of a region, not below coach or sign.
function frameOf(region) {
  const { left, right, top, bottom } = region.getBoundingClientRect();
  const over = (region.matches(".board, .dock") ? $(".prompt") : box).getBoundingClientRect(),
    below = over.top > top;
  return {
    left: Math.max(0, left),
    right: Math.min(innerWidth, right),
    top: Math.max(0, top, below ? 0 : over.bottom),
    bottom: Math.min(innerHeight, bottom, below ? over.top : Infinity),
  };
}

// Whether all of a thing is in sight; of one that is larger than its region, the middle.
function isWithin(thing) {
  const frame = frameOf(thing.closest("[data-region]")),
    box = thing.getBoundingClientRect();
  return [
    ["left", "right"],
    ["top", "bottom"],
  ].every(([from, to]) => {
    const fits = box[to] - box[from] < frame[to] - frame[from] - 2 * EDGE,
      middle = (box[from] + box[to]) / 2;
    return (fits ? box[from] : middle) > frame[from] && (fits ? box[to] : middle) < frame[to];
  });
}

// The cards and places of the board that the step names.
function named() {
  const plain = (text) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const said = plain($(".coach-say")?.textContent ?? "");
  return $$('[data-region="board"] :is([data-card], svg text)').filter((thing) => {
    const name = plain((thing.dataset.card ? $(".name", thing) : thing)?.textContent ?? "").trim();
    return isSeen(thing) && /^\p{Lu}./u.test(name) && said.includes(` ${name} `);
  });
}

// Scroll as little as brings the first of some things into sight, and as many others as fit.
function show(things) {
  if (!things.length) return;
  const region = things[0].closest("[data-region]"),
    frame = frameOf(region);
  let all = null;
  for (const { left, right, top, bottom } of things.map((thing) => thing.getBoundingClientRect())) {
    const both = {
      left: Math.min(left, all?.left ?? left),
      right: Math.max(right, all?.right ?? right),
      top: Math.min(top, all?.top ?? top),
      bottom: Math.max(bottom, all?.bottom ?? bottom),
    };
    const fits =
      both.right - both.left <= frame.right - frame.left && both.bottom - both.top <= frame.bottom - frame.top;
    if (!all || fits) all = both;
  }
  const by = (from, to) => {
    const edge = Math.max(0, Math.min(EDGE, (frame[to] - frame[from] - all[to] + all[from]) / 2));
    return Math.min(all[from] - frame[from] - edge, 0) || Math.max(all[to] - frame[to] + edge, 0);
  };
  region.scrollBy({ left: by("left", "right"), top: by("top", "bottom"), behavior: "instant" });
}

// What the coach says to a wrong try stands in the place of the step until the next one, or until it is asked for.
function answer(text) {
  const again = make("button", { type: "button", class: "linklike" }, "Read it again");
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

// By keys one is led from step to step: from the button to what is lit.
function lead() {
  const at = document.activeElement;
  if (at?.matches('[data-region="words"] [data-action]:not(.lit), main') || (went && at === document.body))
    ($("#coach-on") ?? $('[data-region="words"] .lit'))?.focus({ preventScroll: true });
}

// A puzzle that was solved is ticked in the list, in this browser.
function tick() {
  const [game, n] = $("[data-solved]")?.dataset.solved.split(" ") ?? [];
  if (!game) return;
  const done = (settings.text(`solved.${game}`) ?? "").split(" ").filter(Boolean);
  if (!done.includes(n)) settings.set(`solved.${game}`, [...done, n].join(" "));
}

let went = false; // the button that was pressed may be gone

async function goOn(step) {
  went = true;
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
    led = true;
    light();
    bring();
    lead();
    went = false;
    tick();
    clearTimeout(later);
    later = setTimeout(bring, 250); // what else has scrolled or opened meanwhile has done so
  });
  for (const kind of ["pointerdown", "wheel", "keydown"])
    document.addEventListener(kind, () => (led = false), { capture: true, passive: true });
  document.addEventListener("scrollend", () => led && bring(), true); // something else has scrolled on its own
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
  new ResizeObserver(() => {
    main.style.setProperty("--coach", `${box.offsetHeight}px`); // the table makes room for it
    if (led) bring();
  }).observe(box);
  new MutationObserver(light).observe($("#act-menu"), { childList: true });
  light();
  bring();
  tick();
}
