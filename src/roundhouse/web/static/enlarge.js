// A card drawn large, with its text, its clauses and where it lies: by long press, right click, or I on a card.

import { $, $$, open } from "./app.js";
import { hideTip } from "./regions.js";

const box = $("#card-box");
const LONG = 480, // milliseconds of a long press,
  SLIP = 10; // and how many pixels a finger may slip in it
const drawn = new Map(); // by id, what the server drew

// Where the cards of a kind lie, as far as this page shows it; what several regions draw lies there once.
function lies(id) {
  const most = new Map();
  for (const region of $$("[data-region]")) {
    const counts = new Map();
    for (const thing of $$(`[data-card="${CSS.escape(id)}"], [data-holds]`, region)) {
      const where = thing.closest("[data-where]")?.dataset.where,
        held = thing.dataset.holds?.split(" ").filter((one) => one === id).length;
      if (where) counts.set(where, (counts.get(where) ?? 0) + (held ?? Number(thing.dataset.many ?? 1)));
    }
    for (const [where, n] of counts) most.set(where, Math.max(n, most.get(where) ?? 0));
  }
  return [...most].filter(([, n]) => n).map(([where, n]) => `${where}: ${n}`);
}

async function enlarge(card) {
  const id = card.dataset.card;
  hideTip();
  if (!drawn.has(id)) {
    const answer = await fetch(box.dataset.from + encodeURIComponent(id)).catch(() => null);
    if (!answer?.ok) return;
    drawn.set(id, await answer.text());
  }
  const where = lies(id);
  $("#enlarged").innerHTML = drawn.get(id);
  for (const thing of $$("[tabindex]", $("#enlarged"))) thing.removeAttribute("tabindex"); // it is only looked at
  $("#card-lies").hidden = !where.length;
  $("#card-lies").textContent = where.join(" · ");
  open("card-box");
}

const cardOf = (event) => (box.open ? null : event.target.closest?.("[data-card]"));

document.addEventListener("contextmenu", (event) => {
  const card = cardOf(event);
  if (!card) return;
  event.preventDefault();
  if (!pressed) enlarge(card);
});

let timer = 0,
  from = null,
  pressed = false; // long: the click that ends it is none

document.addEventListener("pointerdown", (event) => {
  const card = cardOf(event);
  pressed = false;
  clearTimeout(timer);
  if (!card || event.pointerType !== "touch") return;
  from = event;
  timer = setTimeout(() => {
    pressed = true;
    enlarge(card);
  }, LONG);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > SLIP) clearTimeout(timer);
});
for (const kind of ["pointerup", "pointercancel", "scroll"])
  document.addEventListener(kind, () => clearTimeout(timer), { capture: true, passive: true });
document.addEventListener(
  "click",
  (event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

let under = null, // the card under the pointer
  pointed = false; // whether the pointer was used after the keys that move about
document.addEventListener("pointerover", (event) => (under = event.target.closest?.("[data-card]")));
document.addEventListener("pointermove", () => (pointed = true));
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab" || event.key.startsWith("Arrow")) pointed = false;
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
  const shown = under?.isConnected ? under : null;
  const card = pointed ? (shown ?? cardOf(event)) : (cardOf(event) ?? shown);
  if (card) enlarge(card);
});
