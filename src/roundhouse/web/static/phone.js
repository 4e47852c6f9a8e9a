// On a phone: the strip of seats unfolds into all their figures, and choices in a carousel are drawn as they come.

import { $, $$, make } from "./app.js";
import { draw } from "./chains.js";

const main = $("main.table"),
  seats = $('[data-region="seats"]');
const isPhone = () => innerWidth <= 640;

// all figures of all seats ---------------------------------------------------------------

const figures = make("div", { class: "figures panel", hidden: true });
main.append(figures);

function unfold(on) {
  const table = on && $("table", seats);
  figures.replaceChildren(...(table ? [table.cloneNode(true)] : []));
  figures.hidden = !table;
}

document.addEventListener(
  "click",
  (event) => {
    const strip = isPhone() && event.target.closest('[data-region="seats"]');
    if (!strip || !$("table", strip)) return void (figures.hidden || event.target.closest(".figures") || unfold(false));
    event.stopPropagation();
    unfold(figures.hidden);
  },
  true,
);
document.addEventListener("keydown", (event) => event.key === "Escape" && unfold(false));
document.addEventListener("regions", () => figures.hidden || unfold(true));

// the board -------------------------------------------------------------------------------

// It can be scrolled further than it is high (pages.css); panned by a finger it goes back to its lower edge.
const board = $("#board-box");
let panned = false;
board.addEventListener("touchmove", () => (panned = true), { passive: true });
board.addEventListener("scrollend", () => {
  const beyond = panned && isPhone() && board.firstElementChild;
  panned = false;
  if (!beyond) return;
  const below = board.getBoundingClientRect().bottom - beyond.getBoundingClientRect().bottom;
  if (below > 1) board.scrollBy({ top: -below });
});

// the carousel ----------------------------------------------------------------------------

// The choice in the middle of its row, or at the end that the row is scrolled to.
function inSight(row) {
  const at = row.scrollLeft / Math.max(1, row.scrollWidth - row.clientWidth); // 0 to 1
  const x = row.getBoundingClientRect().left + at * row.clientWidth;
  const beside = (item) => Math.max(0, item.left - x, x - item.right);
  const items = $$("li", row).map((item) => [beside(item.getBoundingClientRect()), item]);
  return items.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null])[1];
}

let wait = 0;
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (!isPhone() || !target.matches?.(".carousel")) return;
    clearTimeout(wait);
    wait = setTimeout(() => {
      const item = inSight(target);
      for (const one of $$("li", target)) one.toggleAttribute("data-at", one === item);
      draw($("[data-action]", item));
    }, 80);
  },
  { capture: true, passive: true },
);
