// The regions of a table: replace what changed and keep where the player was; tips; moving among choices by arrow keys.

import { $, $$, isStill, make } from "./app.js";

const known = new Map(); // region name -> its HTML as last set, in the browser's own spelling
const parser = document.createElement("template");
const FLIGHT = { duration: 240, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

const holder = (name) => $(`[data-region="${name}"]`);

for (const region of $$("[data-region]")) known.set(region.dataset.region, region.innerHTML);

const spelled = (html) => {
  parser.innerHTML = html;
  return parser.innerHTML;
};

// While a pointer is down nothing changes under it: it would press one thing and let go of another.
let pressed = null,
  asked = 0;
document.addEventListener(
  "pointerdown",
  () => {
    const up = new Promise((done) => {
      for (const kind of ["pointerup", "pointercancel"])
        addEventListener(kind, () => setTimeout(done), { once: true, capture: true }); // after its click
      setTimeout(done, 700); // held for something else
    });
    pressed = up;
    up.then(() => pressed === up && (pressed = null));
  },
  true,
);

// Put new HTML into the regions that changed; resolves when it is in place.
export async function show(regions) {
  const changed = [];
  for (const [name, html] of Object.entries(regions)) {
    if (!holder(name)) continue;
    const fresh = spelled(html);
    if (fresh !== known.get(name)) changed.push([name, fresh]);
  }
  const wanted = ++asked;
  if (pressed) await pressed;
  if (!changed.length || wanted !== asked) return; // a newer one was asked for while the pointer was down
  hideTip();
  const names = changed.map(([name]) => name),
    before = places(names);
  lately = { at: performance.now(), before };
  const place = remember(changed);
  for (const [name, html] of changed) {
    known.set(name, html);
    holder(name).innerHTML = html;
  }
  place();
  if (!isStill() && !document.hidden) fly(names, before);
  document.dispatchEvent(new CustomEvent("regions"));
}

// Only boxes can travel; what lies in the drawing of the board just is where it is.
const pieces = (names) =>
  names.flatMap((name) => $$("[data-piece]", holder(name))).filter((piece) => piece instanceof HTMLElement);

const places = (names) => new Map(pieces(names).map((piece) => [piece.dataset.piece, piece.getBoundingClientRect()]));

// Pieces travel from where they were; choices can be clicked on their way, and what is no choice does not cover them.
function fly(names, before) {
  for (const piece of pieces(names)) {
    const box = piece.getBoundingClientRect(),
      from = before.get(piece.dataset.piece);
    if (!box.width) continue;
    if (!from || !inside(from, piece)) piece.animate({ opacity: [0, 1] }, FLIGHT);
    else if (from.width && Math.abs(from.left - box.left) + Math.abs(from.top - box.top) > 2)
      piece.animate(
        {
          translate: [`${from.left - box.left}px ${from.top - box.top}px`, "0 0"],
          ...(piece.matches("[data-action]") ? {} : { pointerEvents: ["none", "none"] }),
        },
        FLIGHT,
      );
  }
}

// A piece stays in its area: what comes from elsewhere, or from out of sight, does not fly over other things.
const inside = (from, piece) => {
  const area = piece.closest("[data-region]").getBoundingClientRect();
  return from.left >= area.left - 1 && from.right <= area.right + 1 && from.bottom <= area.bottom + 9;
};

// A click so soon after a change was meant for what lay there before it, if that can still be chosen.
const REACTION = 200;
let lately = { at: -REACTION, before: new Map() };

export function meant({ target, clientX: x, clientY: y, timeStamp, detail }) {
  if (!detail || timeStamp - lately.at > REACTION || !target.closest("[data-region]")) return null;
  const was = [...lately.before].find(
    ([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && box.width,
  );
  return was ? $(`[data-piece="${CSS.escape(was[0])}"][data-action]:not([disabled])`) : null;
}

// Remember focus, scroll and what is open inside the regions about to change; the answer puts them back.
function remember(changed) {
  const active = document.activeElement;
  const region = active?.closest?.("[data-region]");
  const focused = region && changed.some(([name]) => name === region.dataset.region);
  const marks = focused
    ? { piece: active.dataset.piece, action: active.dataset.action, id: active.id, n: active.dataset.n }
    : {};
  const scrolls = changed.flatMap(([name]) =>
    [holder(name), ...$$(".scroll, .row", holder(name))].map((box, i) => [name, i, box.scrollLeft, box.scrollTop]),
  );
  const opened = changed.flatMap(([name]) => $$("details[open][id]", holder(name)).map((box) => box.id));
  return () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    for (const [name, i, left, top] of scrolls) {
      const box = [holder(name), ...$$(".scroll, .row", holder(name))][i];
      if (box && (left || top)) box.scrollTo({ left, top, behavior: "instant" });
    }
    if (!focused) return;
    const same =
      (marks.id && document.getElementById(marks.id)) ||
      (marks.piece && $(`[data-piece="${CSS.escape(marks.piece)}"][data-action]`, region)) ||
      (marks.action && $(`[data-action="${CSS.escape(marks.action)}"]`, region)) ||
      (marks.n && ($(`li[data-n="${CSS.escape(marks.n)}"]`, region) ?? $("li[data-n]", region))) ||
      $("[data-action]", region) ||
      $('[data-region="words"] [data-action]') ||
      $("main");
    same?.focus({ preventScroll: true });
  };
}

// On a narrow screen the board pans: bring the choices into sight unless one is in sight already;
// in the past, what moved.
export function aim() {
  const board = holder("board");
  if (!board || (board.scrollWidth <= board.clientWidth + 2 && board.scrollHeight <= board.clientHeight + 2)) return;
  const frame = board.getBoundingClientRect();
  const own = `[data-piece^="track-${"abcdef"[$("main")?.dataset.seat]}-"]`; // before the first choice: the own line
  const spots = $$($("main").classList.contains("replaying") ? ".moved.outer" : "[data-action]", board);
  const middles = (spots.length || board.dataset.aimed ? spots : $$(own, board)).map((spot) => {
    const box = spot.getBoundingClientRect();
    return [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];
  });
  const within = ([x, y]) => x > 20 && x < frame.width - 20 && y > 16 && y < frame.height - 16;
  if (!middles.length || (board.dataset.aimed && middles.some(within))) return;
  board.dataset.aimed = "yes";
  const centre = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  board.scrollLeft += centre(middles.map(([x]) => x)) - frame.width / 2;
  const below = board.firstElementChild.getBoundingClientRect().bottom - frame.bottom; // nothing is shown beyond it
  board.scrollTop += Math.min(centre(middles.map(([, y]) => y)) - frame.height / 2, below);
}

// A line of the log rings the place it speaks of; up and down lead from line to line, Enter to the position.
export function bindLog() {
  const lineOf = (event) => event.target.closest?.(".log-list li");
  const off = () => {
    $$(".map .spot-ring").forEach((ring) => ring.remove());
    $$(".spoken-of").forEach((thing) => thing.classList.remove("spoken-of"));
  };
  const on = (event) => {
    off();
    const at = lineOf(event)?.dataset.hex;
    const hex = at && $(`[data-region="board"] [data-at="${CSS.escape(at)}"]`);
    if (!hex) return;
    if (hex instanceof HTMLElement) return hex.classList.add("spoken-of");
    const ring = $(".land", hex).cloneNode();
    ring.setAttribute("class", "spot-ring");
    hex.ownerSVGElement.append(ring);
  };
  document.addEventListener("pointerover", on);
  document.addEventListener("focusin", on);
  document.addEventListener("focusout", off);
  const keys = (event) => {
    const line = lineOf(event),
      way = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    if (!line || (!way && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return line.click();
    const next = line[way];
    if (!next) return;
    [line.tabIndex, next.tabIndex] = [-1, 0];
    next.focus();
  };
  document.addEventListener("keydown", keys, true);
}

// What a choice would do is drawn on the board while the choice is pointed at, wherever it stands.
export function bindWays() {
  const point = (event) => {
    const action = event.target.closest?.("[data-action]")?.dataset.action;
    for (const way of $$("[data-way]")) way.classList.toggle("shown", way.dataset.way === action);
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
}

// tips ------------------------------------------------------------------------------

let tipped = null;

export function showTip(thing, further = "") {
  const tip = $("#tip-box");
  const text = thing?.dataset.tip;
  const plain = (words) => words.trim().toLowerCase().replace(/\.$/, "");
  if (!text || (!further && plain(text) === plain(thing.textContent))) return hideTip(); // it says so itself
  const [head, ...rest] = text.split("\n");
  tip.replaceChildren();
  const title = document.createElement(rest.length ? "b" : "span");
  title.textContent = head;
  tip.append(title);
  rest.forEach((line, i) => tip.append(...(i ? [document.createElement("br")] : []), line));
  if (further) tip.append(document.createElement("br"), make("em", {}, further));
  tip.hidden = false;
  tipped = thing;
  thing.setAttribute("aria-describedby", "tip-box");
  const { left, top } = clearOf(thing, tip.getBoundingClientRect());
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

// Where a tip of that size stands: beside its thing, or where it covers nothing that can be chosen, as near as may be.
function clearOf(thing, { width, height }) {
  const GAP = 10,
    EDGE = 6;
  const box = thing.getBoundingClientRect(),
    x = box.left + box.width / 2,
    y = box.top + box.height / 2;
  const within = (value, size, room) => Math.max(EDGE, Math.min(value, room - size - EDGE));
  const frame = thing.closest("[data-region]")?.getBoundingClientRect() ?? box;
  const places = [
    [box.right + GAP, y - height / 2],
    [box.left - GAP - width, y - height / 2],
    [x - width / 2, box.top - GAP - height],
    [x - width / 2, box.bottom + GAP],
    ...[frame.left + EDGE, frame.right - width - EDGE].flatMap((left) =>
      [frame.top + EDGE, frame.bottom - height - EDGE, frame.bottom + GAP, frame.top - GAP - height].map((top) => [
        left,
        top,
      ]),
    ),
  ].map(([left, top]) => ({ left: within(left, width, innerWidth), top: within(top, height, innerHeight) }));
  const others = $$("[data-region] [data-action], .prompt .btn:not([hidden])")
    .filter((other) => other !== thing && !other.closest('[data-region="words"]'))
    .map((other) => other.getBoundingClientRect());
  const overlap = ({ left, top }, other) =>
    Math.max(0, Math.min(left + width, other.right) - Math.max(left, other.left)) *
    Math.max(0, Math.min(top + height, other.bottom) - Math.max(top, other.top));
  const harm = (place) =>
    1e3 * (overlap(place, box) + others.reduce((sum, other) => sum + overlap(place, other), 0)) +
    Math.hypot(place.left + width / 2 - x, place.top + height / 2 - y);
  return places.reduce((best, place) => (harm(place) < harm(best) - 1 ? place : best));
}

export function hideTip() {
  $("#tip-box").hidden = true;
  tipped?.removeAttribute("aria-describedby");
  tipped = null;
}

export function bindTips() {
  bindLog();
  bindWays();
  for (const button of $$(".topbar [aria-label]")) button.dataset.tip ??= button.getAttribute("aria-label");
  let at = "",
    slid = false, // something slid under a pointer at rest: its tip waits until the pointer moves
    clicked = null; // where: what comes to lie there is not explained again before the pointer has gone elsewhere
  const on = (event) => {
    if (event.pointerType === "touch") return;
    if (clicked && Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) < 24) return;
    clicked = null;
    const rests = at === `${event.clientX} ${event.clientY}`;
    const thing = event.target.closest?.("[data-tip]");
    slid = rests && !!thing && thing !== tipped;
    if (thing && !slid) showTip(thing);
    else if (tipped && thing !== tipped) hideTip();
  };
  document.addEventListener("pointerover", on);
  document.addEventListener("pointermove", (event) => {
    if (slid) on(event);
    at = `${event.clientX} ${event.clientY}`;
  });
  document.addEventListener("click", ({ target, detail, clientX: x, clientY: y }) => {
    if (detail && target.closest("[data-action]")) clicked = { x, y };
  });
  document.addEventListener("focusin", (event) => {
    const thing = event.target.closest?.("[data-tip]");
    if (thing?.matches(":focus-visible")) showTip(thing);
    else hideTip();
  });
  document.addEventListener("scroll", hideTip, { capture: true, passive: true });
  addEventListener("blur", hideTip);
}

// arrows ------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const isArrow = (key) => key in WAYS;

// Focus the nearest choice in that direction, in the same region; from nowhere, the first on the board.
export function step(key) {
  const from = document.activeElement?.closest?.("[data-action]");
  const region =
    from?.closest("[data-region]") ??
    [holder("board"), holder("dock"), holder("words")].find((r) => r && $("[data-action]", r));
  if (!region) return false;
  const spots = $$("[data-action]:not([disabled])", region).filter(
    (spot) => spot !== from && spot.getClientRects().length,
  );
  if (!from) return focus(spots[0]);
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from),
    [dx, dy] = WAYS[key];
  let best = null,
    least = Infinity;
  for (const spot of spots) {
    const [sx, sy] = middle(spot);
    const along = (sx - x) * dx + (sy - y) * dy,
      aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (along > 2 && along + 2 * aside < least) [best, least] = [spot, along + 2 * aside];
  }
  return focus(best);
}

function focus(spot) {
  spot?.focus();
  spot?.scrollIntoView?.({ block: "nearest", inline: "nearest", behavior: isStill() ? "instant" : "smooth" });
  return Boolean(spot);
}
