// Hints: first what matters now, then the best actions with what they promise and why. The server looks ahead.

import { $, $$, ask, data, isStill, make } from "./app.js";

const main = $("main[data-table]"),
  button = $("#hint-button"),
  box = $("#hint-box"),
  nudge = $("#hint-nudge"),
  more = $("#hint-more"),
  list = $("#hint-list");
const ENOUGH = 5, // games from which points are told
  AHEAD = 3, // things that are told of what follows
  NEAR = { block: "nearest", inline: "nearest", behavior: "instant" };
const names = (data("who-data") ?? []).map((seat) => seat.name);
let state = data("state-data");
let hint = null; // the one in the box
let about = 0, // the decision that the box is about
  asking = 0; // and the one that the server is asked about

const due = () => state.n + 1;
const offered = () => state.hint && !main.classList.contains("replaying");
const percent = (chance) => `${Math.round(100 * chance)} %`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// What is read out, from a place that is always there: also when the box has only opened.
function tell(text) {
  $("#hint-said").textContent = text;
}

// asking ---------------------------------------------------------------------------

// The first press brings the nudge, the second the best actions.
async function press() {
  if (!offered()) return;
  if (hint && !box.hidden) return list.hidden ? best() : $("[data-action]", list)?.focus();
  if (asking === due()) return;
  about = asking = due();
  open();
  if (hint?.n !== due()) {
    const n = due();
    box.setAttribute("aria-busy", "true");
    nudge.textContent = "Looking ahead…";
    tell(nudge.textContent);
    const { ok, json } = await ask(`/t/${main.dataset.table}/hint`, { n, as: state.seat });
    box.removeAttribute("aria-busy");
    asking = 0;
    if (n !== due() || box.hidden) return; // it came too late
    if (!ok) return failed(json?.error ?? "The server does not answer. Ask again in a moment.");
    hint = json;
  }
  asking = 0;
  nudge.textContent = hint.nudge;
  more.hidden = false;
  tell(`${hint.nudge} Press N again for the best moves.`);
}

function failed(sentence) {
  nudge.textContent = sentence;
  tell(sentence);
}

function open() {
  box.hidden = false;
  more.hidden = list.hidden = true;
  list.replaceChildren();
  button.setAttribute("aria-expanded", "true");
  box.scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
}

function shut(back = false) {
  if (box.hidden) return;
  const within = box.contains(document.activeElement);
  light(null);
  box.hidden = true;
  button.setAttribute("aria-expanded", "false");
  tell("");
  if (back && within) (button.hidden ? main : button).focus({ preventScroll: true });
}

// the best actions ------------------------------------------------------------------

function best() {
  list.replaceChildren(...hint.options.map(row));
  list.hidden = false;
  more.hidden = true;
  box.scrollIntoView({ block: "nearest" });
  tell(`${hint.options.length === 1 ? "The best move" : `The ${hint.options.length} best moves`}:`);
  $("[data-action]", list).focus({ preventScroll: true });
}

function row(option, n) {
  const bar = make("span", { class: "chance-bar", "aria-hidden": "true" }, make("i"));
  bar.firstChild.style.width = `${100 * option.chance}%`;
  const play = make(
    "button",
    { type: "button", class: "hint-play", "data-action": option.action, "aria-describedby": `hint-why-${n}` },
    make("span", { class: "words" }, capital(option.words)),
    make("b", {}, `${percent(option.chance)} to win`),
    bar,
    option.games < ENOUGH
      ? null
      : make("small", {}, `With some ${Math.round(option.points[hint.seat])} points at the end`),
  );
  const why = make("div", { class: "why", id: `hint-why-${n}` });
  if (option.why.length) {
    why.append(
      make("p", {}, against(option, n)),
      make("ul", {}, ...option.why.map((reason) => make("li", {}, reason))),
    );
  }
  if (option.line.length) why.append(make("p", { class: "then" }, `Then perhaps ${follows(option.line)}.`));
  return make("li", {}, play, why);
}

function against({ against: other }, n) {
  if (n) return "Compared with the best move:";
  const next = hint.options.some(({ words }) => words === other);
  return `Compared with ${next ? "the next move" : `\u201c${other}\u201d`}:`;
}

// What most likely follows, a few things of each seat in turn.
function follows(line) {
  const turns = [];
  for (const [seat, words] of line.slice(0, AHEAD)) {
    if (turns.at(-1)?.seat !== seat) turns.push({ seat, said: [] });
    turns.at(-1).said.push(words);
  }
  return turns.map(({ seat, said }) => `${seat === hint.seat ? "you" : names[seat]}: ${said.join(", ")}`).join("; ");
}

// The places of an action are lit while it is pointed at in the list.
function light(action) {
  for (const thing of $$(".hinted")) thing.classList.remove("hinted", "is-hover");
  if (!action) return;
  for (const thing of $$("[data-region] [data-action]")) {
    const actions = `${thing.dataset.action},${thing.dataset.more ?? ""}`.split(",").map((one) => one.trim());
    if (!actions.includes(action)) continue;
    thing.classList.add("hinted", "is-hover");
    if (thing.closest('[data-region="board"], [data-region="words"]')) thing.scrollIntoView?.(NEAR);
  }
  if (innerWidth <= 640) reveal($$(".hinted"));
}

// On a phone: open the tab that holds one of the things, and do not cover it.
function reveal(things) {
  const tabs = $$(".tabs input"),
    now = tabs.find((tab) => tab.checked);
  const shown = () => things.find((thing) => thing.checkVisibility());
  for (const tab of [...tabs, now]) if (!shown()) tab.checked = true;
  shown()?.scrollIntoView(NEAR);
  box.classList.remove("up");
  box.classList.toggle("up", shown()?.getBoundingClientRect().bottom > box.getBoundingClientRect().top);
}

// pointer, keys, news ----------------------------------------------------------------

const rowOf = (event) => event.target.closest?.("#hint-list > li");
for (const kind of ["pointerover", "focusin"])
  list.addEventListener(kind, (event) => light($("[data-action]", rowOf(event) ?? list)?.dataset.action));
list.addEventListener("pointerleave", () => {
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  light(focused);
});
list.addEventListener("focusout", (event) => list.contains(event.relatedTarget) || light(null));
button.addEventListener("click", press);
more.addEventListener("click", best);
$("#hint-shut").addEventListener("click", () => shut(true));

document.addEventListener(
  "keydown",
  (event) => {
    const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") || state.curtain) return;
    const row = rowOf(event),
      way = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    if (row && way) {
      event.preventDefault();
      event.stopPropagation();
      $("[data-action]", row[way] ?? row).focus();
    } else if (event.key === "Escape" && !box.hidden && $("#act-menu").hidden) shut(true);
    else if (event.key.toLowerCase() === "n") press();
  },
  true,
);

// Another decision: the hint is of no more use.
function follow() {
  if (about !== due()) hint = null;
  if (about !== due() || !offered()) shut();
  button.hidden = !offered();
}

document.addEventListener("taken", ({ detail }) => {
  const focused = list.contains(document.activeElement);
  state = detail;
  follow();
  if (focused && box.hidden) main.focus({ preventScroll: true });
});
document.addEventListener("regions", () =>
  light(list.contains(document.activeElement) ? document.activeElement.dataset.action : null),
);
new MutationObserver(follow).observe(main, { attributeFilter: ["class"] }); // looking back, or at the table again
