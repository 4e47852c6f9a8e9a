// The board in its frame: its letters can be read at any size; it zooms by wheel, pinch and keys, and pans.

import { $, $$ } from "./app.js";

const board = $("#board-box");

// letters -------------------------------------------------------------------------------

const SMALLEST = 10, // pixels
  BARE = 7; // a token so small that its letter would have less shows its shape alone

// Drawings shrink with the window, their letters only down to what can be read; where the face says how much room
// there is for them (data-room) they are squeezed into it if a font is wider than ours.
function legible() {
  const least = SMALLEST * parseFloat(getComputedStyle(board).getPropertyValue("--text") || "1");
  const texts = $$("svg text, svg tspan", board);
  for (const text of texts) {
    text.style.fontSize = text.style.visibility = "";
    text.removeAttribute("textLength");
  }
  const sizes = texts.map((text) => {
    const { a, b } = (text.getClientRects().length ? text : text.ownerSVGElement).getScreenCTM() ?? { a: 1, b: 0 };
    const scale = Math.hypot(a, b);
    return [scale, parseFloat(getComputedStyle(text).fontSize) * scale];
  });
  for (const [i, text] of texts.entries()) {
    const [scale, size] = sizes[i];
    if (size >= least) continue;
    if (size < BARE && text.matches(".token-letter")) text.style.visibility = "hidden";
    else text.style.fontSize = `${(least / scale).toFixed(2)}px`;
  }
  const rooms = $$("svg [data-room]", board).map((text) => [text, text.dataset.room, text.getComputedTextLength()]);
  for (const [text, room, wide] of rooms)
    if (wide > room) {
      text.setAttribute("textLength", room);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
}

// zoom ----------------------------------------------------------------------------------

const MOST = 5,
  STEP = 1.25;
let zoom = 1;

const content = () => board.firstElementChild;

function draw() {
  board.classList.toggle("zoomed", zoom > 1);
  if (content()) content().style.transform = zoom > 1 ? `scale(${zoom})` : "";
  $("#zoom-whole").hidden = zoom === 1;
  legible();
}

// Zoom so that what is at a place of the window stays there; by default at the middle of the board.
function zoomTo(wanted, x, y) {
  const next = Math.min(MOST, Math.max(1, wanted)),
    frame = board.getBoundingClientRect();
  if (next === zoom || !content()) return;
  const inner = content().getBoundingClientRect(); // it grows from its upper left corner
  const [atX, atY] = [x ?? frame.left + frame.width / 2, y ?? frame.top + frame.height / 2];
  const grown = next / zoom - 1;
  const [left, top] = [board.scrollLeft + (atX - inner.left) * grown, board.scrollTop + (atY - inner.top) * grown];
  zoom = next;
  draw();
  board.scrollTo({ left, top, behavior: "instant" });
}

const whole = () => zoomTo(1);

// Where the page itself scrolls, the wheel is the page's; a pinch on a touchpad comes as a wheel with Ctrl.
board.addEventListener(
  "wheel",
  (event) => {
    const page = document.scrollingElement;
    if (!event.ctrlKey && page.scrollHeight > innerHeight + 1) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  },
  { passive: false },
);

const fingers = new Map();
const spread = () => {
  const [a, b] = [...fingers.values()];
  return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
};
let pinch = null, // how far apart the fingers were, and the zoom then
  drag = null, // where a mouse has taken hold of the board
  dragged = false;

board.addEventListener("pointerdown", (event) => {
  const at = { x: event.clientX, y: event.clientY };
  if (event.pointerType === "touch") {
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) pinch = { ...spread(), zoom };
  } else if (event.button === 0) drag = { ...at, left: board.scrollLeft, top: board.scrollTop };
  dragged = false;
});
addEventListener("pointermove", (event) => {
  const at = { x: event.clientX, y: event.clientY };
  if (fingers.has(event.pointerId)) {
    fingers.set(event.pointerId, at);
    if (!pinch || fingers.size !== 2) return;
    const now = spread();
    board.scrollBy({ left: pinch.x - now.x, top: pinch.y - now.y, behavior: "instant" });
    zoomTo(pinch.zoom * (now.far / pinch.far), now.x, now.y);
    Object.assign(pinch, { x: now.x, y: now.y });
    dragged = true;
  } else if (drag && event.buttons & 1) {
    if (Math.hypot(at.x - drag.x, at.y - drag.y) > 6 && zoom > 1) dragged = true;
    if (dragged)
      board.scrollTo({ left: drag.left + drag.x - at.x, top: drag.top + drag.y - at.y, behavior: "instant" });
  }
});
for (const kind of ["pointerup", "pointercancel"])
  addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    drag = null;
  });

// What ends a drag or a pinch is no choice.
board.addEventListener(
  "click",
  (event) => {
    if (dragged) event.stopPropagation();
    dragged = false;
  },
  true,
);

const PAN = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener(
  "keydown",
  (event) => {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if ($("dialog[open]")) return;
    const key = {
      "+": () => zoomTo(zoom * STEP),
      "=": () => zoomTo(zoom * STEP),
      "-": () => zoomTo(zoom / STEP),
      0: whole,
    }[event.key];
    const [x, y] = (event.shiftKey && PAN[event.key]) || [0, 0];
    if (!key && !x && !y) return;
    event.preventDefault();
    event.stopPropagation();
    if (key) key();
    else board.scrollBy({ left: x * 80, top: y * 80 });
  },
  true,
);
$("#zoom-whole").addEventListener("click", whole);

// On a wide screen the sign over the board keeps its height, and everywhere its width: what does not fit is left out.
const sign = $(".prompt"),
  HIGHEST = 52;
function fit() {
  sign.classList.remove("tight", "tighter");
  const grown = () =>
    (innerWidth > 1180 && sign.offsetHeight > HIGHEST) || (innerWidth > 640 && sign.scrollWidth > sign.clientWidth + 1);
  for (const how of ["tight", "tighter"]) if (grown()) sign.classList.add(how);
}

const news = (heard) => {
  for (const kind of ["regions", "setting"]) document.addEventListener(kind, heard);
  document.fonts.ready.then(heard);
};
news(fit);
news(draw);
new ResizeObserver(fit).observe(sign);
new ResizeObserver(draw).observe(board);
