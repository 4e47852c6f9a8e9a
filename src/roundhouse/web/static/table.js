// Playing at a table: every [data-action] plays by click, tap or key; the page follows the table without reload.

import {
  $,
  $$,
  ask,
  callTurn,
  confirmed,
  data,
  hush,
  icon,
  live,
  make,
  moment,
  open,
  refuse,
  rematchOpened,
  say,
  seatMark,
  settings,
  turnSign,
} from "./app.js";
import { bindShow } from "./pace.js";
import { aim, bindTips, hideTip, isArrow, meant, show, showTip, step } from "./regions.js";
import { bindReplay } from "./replay.js";

const main = $("main[data-table]");
const table = main.dataset.table,
  game = main.dataset.game;
const who = data("who-data") ?? [];
let state = data("state-data");
let raw = { v: "", regions: {} }; // the regions as the server spelled them last: what differs is told against these
let as = state.seat; // whose eyes this screen looks through; -1: a spectator's
let gone = false; // a seat of this screen is elsewhere now, and the page is being loaded anew
let busy = false,
  again = false,
  loading = false,
  heardOf = "",
  asked = "",
  calm = false,
  called = false, // my turn has come and is still to be called
  forced = 0,
  forcedAt = "", // the version at which the only choice has played itself
  upOnce = false;
const byItself = []; // what was played in this turn because there was no other choice
const clicks = []; // choices and undos clicked while a decision was on its way
const rows = []; // the decisions that one click has played, from the first to the last
let turns = 0; // how often somebody else has decided: a choice that waited through that was meant for another turn

let wake = () => {}; // whoever waits for the stream looks again
const PATIENCE = 1500; // milliseconds in which a stream tells of the own decision, else one asks

const url = (path) => `/t/${table}/${path}`;
const fresh = () => ask(url(`regions${as >= 0 ? `?as=${as}` : ""}`));

// taking in a state --------------------------------------------------------------------

// A state from the news of one, or null if these build on something that is not here.
function told(news) {
  if (!news.state || (news.from && news.from !== raw.v)) return null;
  const regions = news.from ? { ...raw.regions } : {};
  for (const [name, change] of Object.entries(news.regions)) {
    if (typeof change === "string") regions[name] = change;
    else if (!(name in regions)) return null;
    else {
      const [head, tail, middle] = change,
        old = regions[name];
      regions[name] = old.slice(0, head) + middle + old.slice(old.length - tail);
    }
  }
  return { ...news.state, regions };
}

// Whether a version is one that this page has passed.
function passed(v) {
  const [server, n] = v.split("."),
    [same, now] = state.v.split(".");
  return v === raw.v || (raw.v && server === same && Number(n) <= Number(now));
}

// Take in what holds now; a `step` of somebody else is shown at its pace, while the table is already played on.
async function take(next, step = null) {
  const lost = who.findIndex((seat, n) => seat.you && !next.mine.includes(n));
  if (lost >= 0) return movedAway(lost); // it went while nothing could be heard
  const before = state;
  if (!next.yours || (step && !next.mine.includes(step.seat))) turns += 1;
  state = next;
  raw = { v: next.v, regions: next.regions };
  if (state.seat >= 0) as = state.seat;
  hush("refused");
  thinks(state.thinking ? state.deciding : -1);
  closeMenu();
  called ||= Boolean(state.yours && !before.yours);
  if (before.yours && !state.yours && byItself.length) endedByItself();
  if (!state.yours || !before.yours) byItself.length = 0;
  if (before.yours && !state.yours && state.back && state.n > before.n && !busy) takenBack();
  if (state.yours && !before.yours) turnCame();
  main.dataset.n = state.n;
  main.dataset.seat = state.seat;
  document.dispatchEvent(new CustomEvent("taken", { detail: state }));
  wake();
  replay.moved();
  signs();
  if (replay.isPast()) return settle();
  await shows.take(next, step && !state.mine.includes(step.seat) ? step : null);
}

// What holds now is in sight: nothing of what others did is still to be shown.
function inSight() {
  signs();
  if (called) callTurn(state.title);
  called = false;
  if (state.over && main.dataset.over !== "told") {
    main.dataset.over = "told";
    say({
      key: "over",
      title: "The game is over",
      icon: "star",
      acts: [{ label: "See the score", main: true, run: () => location.assign(url("score")) }, { label: "Stay here" }],
    });
  }
  settle();
}

function takenBack() {
  const title = `${who[state.deciding]?.name ?? "Somebody"} has taken a decision back`;
  say({ key: "back", title, text: "It is no longer your turn.", icon: "undo", seconds: 10 });
}

let came = -Infinity, // when my turn came
  pointed = 0; // when the pointer moved last
const SURPRISE = 700; // milliseconds in which a click of a resting pointer was meant for what stood there before
const isSurprised = () => pointed < came && performance.now() - came < SURPRISE;

// On a phone a turn begins with the hand.
function turnCame() {
  came = performance.now();
  const hand = $(".tabs input:not([id])");
  if (innerWidth <= 640 && hand) hand.checked = true;
}

function endedByItself() {
  const text = `There was no other choice: ${byItself.join(", ")}.`;
  say({ key: "forced", title: "Your turn ended by itself", text, icon: "play", seconds: 6 });
}

const shows = bindShow({ now: () => state, inSight });

function signs() {
  turnSign(state.title ?? document.title, state.yours && !state.over);
  $("#undo-button").hidden = !state.undo || replay.isPast();
  $("#undo-button span").textContent = $("[data-undo]")?.dataset.undo ?? "Undo";
  $("#to-score").hidden = !state.over || replay.isPast();
  main.classList.toggle("yours", Boolean(state.yours));
  curtain();
  undoAsked();
}

// After each change: bring choices into sight, and play what is forced.
function settle() {
  aim();
  openSheet();
  bringChoice();
  clearTimeout(forced);
  hush("forced");
  $("#wait-button").hidden = true;
  if (!settings.get("auto") || calm || state.coach || !state.yours || state.over || state.curtain || replay.isPast())
    return;
  const [action, ...others] = state.actions;
  if (others.length || askedFirst(action) || forcedAt === state.v) return;
  const go = () => {
    hush("forced");
    forcedAt = state.v;
    byItself.push(words(action));
    choose({ action, then: [], words: words(action) });
  };
  if (byItself.length) return go(); // the first of a row has been waited for
  $("#wait-button").hidden = false;
  say({ key: "forced", title: "The only choice plays itself", text: words(action), icon: "play" });
  forced = setTimeout(go, 1100);
}

$("#wait-button").addEventListener("click", () => {
  clearTimeout(forced);
  hush("forced");
  $("#wait-button").hidden = true;
});

async function refresh() {
  if (loading) return void (again = true);
  loading = true;
  do {
    again = false;
    const eyes = as,
      { ok, status, json } = await fresh();
    if (gone) return;
    if (status === 403) return void location.reload(); // it may no longer be seen; the page then says why
    if (as !== eyes) again = true; // the blind was raised meanwhile
    else if (ok && !passed(json.v)) {
      if (json.n > state.n + 1) turns += 1; // others may have decided between
      await take(json);
    } else if (!ok && json?.error) refuse(json.error, json.clause, game);
  } while (again);
  loading = false;
}

// playing ------------------------------------------------------------------------------

const words = (action) => (wordsButton(action)?.firstElementChild ?? wordsButton(action))?.textContent.trim() ?? "";
const wordsButton = (action) => $(`[data-region="words"] [data-action="${CSS.escape(action)}"]:not([data-then])`);
const askedFirst = (action) => $(`[data-action="${CSS.escape(action)}"][data-confirm]`)?.dataset.confirm;

// A choice is made: at once, or after the decision that is on its way.
function play(action, then = []) {
  if (replay.isPast() || state.curtain) return;
  shows.end();
  byItself.length = 0;
  choose({ action: Number(action), then, words: words(action) });
}

function choose(click) {
  if (busy) clicks.push({ ...click, turn: turns });
  else decide(click);
}

async function nextClick(done = null) {
  const click = clicks.shift();
  if (!click) return;
  if (click.undo && state.ask) return nextClick(done); // the first already asks the others
  if (click.undo && state.undo && click.turn === turns) return undo();
  if (state.yours && click.turn === turns && state.actions.includes(click.action)) return decide(click);
  if (click.action === done) return nextClick(done); // clicked twice
  clicks.length = 0;
  const text = click.words ? `${capital(click.words)}: that came too late.` : "";
  say({ key: "late", title: "The table had moved on", text, icon: "replay", seconds: 8 });
}

async function decide({ action, then }) {
  const question = !state.coach?.lit && askedFirst(action);
  if (question && asked !== `${state.n}:${action}`) {
    asked = `${state.n}:${action}`;
    clicks.length = 0;
    if (!(await confirmed(question, capital(words(action)) || "Do it"))) return void (asked = "");
  }
  clearTimeout(forced);
  const first = state.n + 1;
  const told = stream.isUp() && raw.v !== "" && state.mine.length === 1; // what comes of it is on the stream
  if (!(await post("play", { n: first, action, then, as, told }))) return void (clicks.length = 0);
  if (then.length) rows.push({ first, last: Math.min(first + then.length, state.n) }); // not all may have been legal
  await nextClick(action);
}

// Whether it was accepted.
async function post(path, body) {
  if (busy) return false;
  heardOf = "";
  main.setAttribute("aria-busy", "true");
  hideTip();
  busy = ask(url(path), body);
  const { ok, status, json } = await busy;
  if (ok && !json.regions) await reached(json.v);
  busy = false;
  main.removeAttribute("aria-busy");
  calm = path === "undo";
  if (ok) {
    if (!passed(json.v)) await (json.regions ? take(json) : refresh());
    if (heardOf && !passed(heardOf)) refresh(); // more has happened than this answer tells
  } else if (status === 503 && path === "play") {
    refuse(json?.error);
    untilKnown(body.n);
  } else if (status === 409 && json?.state) {
    await take(json.state);
    say({
      key: "refused",
      title: "The table had moved on",
      text: json.error ?? "This is how it stands now.",
      icon: "replay",
      seconds: 8,
    });
  } else {
    if (document.dispatchEvent(new CustomEvent("wrong", { detail: json, cancelable: true })))
      refuse(json?.error, json?.clause, game);
    if ((status && status !== 422) || (heardOf && !passed(heardOf))) refresh();
  }
  return ok;
}

// Wait until the stream has told of a version, or of what is of no use here; not for long, as it may have broken off.
function reached(v) {
  return new Promise((done) => {
    const late = setTimeout(done, PATIENCE);
    wake = () => {
      if (!passed(v) && !heardOf) return;
      clearTimeout(late);
      done();
    };
    wake();
  });
}

// The server could not say whether it kept a decision: ask until it can, then tell.
async function untilKnown(n) {
  for (;;) {
    await new Promise((done) => setTimeout(done, 2000));
    const { ok, json } = await fresh();
    if (!ok) continue;
    await take(json);
    const kept = json.n >= n;
    return say({
      key: "refused",
      title: kept ? `Decision ${n} was kept` : `Decision ${n} was not kept`,
      text: kept ? "The table goes on." : "Make it again.",
      icon: kept ? "check" : "barrier",
      seconds: 12,
    });
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// the small menu of a thing with several actions -----------------------------------------

let menuOf = null;

function openMenu(thing, actions) {
  const menu = $("#act-menu");
  hideTip();
  menu.replaceChildren(
    ...actions.map((action) => {
      const item = make("button", { type: "button", role: "menuitem", "data-action": action });
      const source = wordsButton(action);
      if (source) item.append(...[...source.childNodes].map((node) => node.cloneNode(true)));
      else item.append(`Choice ${action}`);
      return item;
    }),
  );
  menu.hidden = false;
  menuOf = thing;
  thing.setAttribute("aria-expanded", "true");
  const box = thing.getBoundingClientRect(),
    own = menu.getBoundingClientRect();
  const under = box.bottom + 6 + own.height <= innerHeight - 6 ? box.bottom + 6 : box.top - 6 - own.height;
  menu.style.left = `${Math.max(6, Math.min(box.left, innerWidth - own.width - 6))}px`;
  menu.style.top = `${Math.max(6, Math.min(under, innerHeight - own.height - 6))}px`;
  $("button", menu).focus();
}

function closeMenu(back = false) {
  if ($("#act-menu").hidden) return false;
  $("#act-menu").hidden = true;
  menuOf?.removeAttribute("aria-expanded");
  if (back) menuOf?.focus();
  menuOf = null;
  return true;
}

// pointer, touch and keys ------------------------------------------------------------------

let touched = false,
  armed = null;

const actionsOf = ({ dataset: { action, more = "" } }) =>
  `${action},${more}`
    .split(",")
    .map((a) => a.trim())
    .filter(Boolean);

// A lit card that has its choices in places of its own offers them all where it is clicked between these.
function offer(card) {
  const actions = $$("[data-action]", card).flatMap(actionsOf);
  if (actions.length) openMenu(card, actions);
}

function act(thing, byPointer = false) {
  const byTouch = byPointer && touched;
  const actions = actionsOf(thing);
  const spoken = thing.closest('#act-menu, [data-region="words"], [data-region="prompt"]');
  if (byPointer && !touched && thing.closest('[data-region="prompt"]') && isSurprised()) return;
  if (actions.length > 1 && !spoken) return openMenu(thing, actions);
  if (byTouch && settings.get("touch") && !spoken && thing.dataset.tip && armed !== thing) {
    disarm();
    armed = thing;
    thing.classList.add("is-hover");
    return showTip(thing, thing.dataset.card ? "Tap again to do it, hold to enlarge it." : "Tap again to do it.");
  }
  disarm();
  closeMenu();
  play(thing.dataset.action, (thing.dataset.then ?? "").split(",").filter(Boolean).map(Number));
}

function disarm() {
  armed?.classList.remove("is-hover");
  armed = null;
}

let at = ""; // where the pointer is; it is also told of when only the page has moved
document.addEventListener(
  "pointermove",
  ({ clientX, clientY }) => {
    if (at !== `${clientX} ${clientY}`) pointed = performance.now();
    at = `${clientX} ${clientY}`;
  },
  { capture: true, passive: true },
);
document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);

document.addEventListener("click", (event) => {
  const thing = meant(event) ?? event.target.closest("[data-action]");
  if (thing && !thing.disabled) return act(thing, event.detail > 0);
  shows.end();
  const watch = event.target.closest("[data-watch]");
  if (watch) return replay.watch(Number(watch.dataset.watch));
  if (!event.target.closest("#act-menu")) closeMenu();
  const card = event.target.closest("[data-piece].legal");
  if (card) return offer(card);
  if (armed) disarm();
  const tipped = touched && event.target.closest("[data-tip]");
  if (tipped) showTip(tipped);
  else hideTip();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape") {
    if (!closeMenu(true)) hideTip();
    if (typing && event.target.closest("#chat-box")) toggleChat(false);
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") || state.curtain) return;
  if (!["Enter", " ", "Tab", "Shift"].includes(event.key)) shows.end();
  if (!$("#act-menu").hidden && ["ArrowDown", "ArrowUp", "Tab"].includes(event.key)) {
    const items = $$("button", $("#act-menu")),
      i = items.indexOf(document.activeElement);
    if (event.key === "Tab") return void closeMenu(true);
    event.preventDefault();
    return items[(i + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length].focus();
  }
  const thing = event.target.closest("[data-action]");
  if (thing && !(thing instanceof HTMLButtonElement) && ["Enter", " "].includes(event.key)) {
    event.preventDefault();
    return act(thing);
  }
  if (isArrow(event.key)) {
    if (replay.isPast() && ["ArrowLeft", "ArrowRight"].includes(event.key))
      replay.step(event.key === "ArrowLeft" ? -1 : 1);
    else if (event.target.matches("input[type=radio]") || !step(event.key)) return;
    return event.preventDefault();
  }
  const shortcut = {
    "?": () => open("help-box"),
    u: () => $("#undo-button").hidden || undo(),
    c: () => toggleChat(),
    b: () => into("board"),
    h: () => into("dock"),
    w: () => into("words"),
  };
  if (event.key in shortcut) {
    event.preventDefault();
    shortcut[event.key]();
  }
});

let tabbed = ""; // the version at which somebody chose a sheet: it stays open
$(".tabs").addEventListener("change", () => (tabbed = state.v));

// On a phone one sheet is open: if nothing in sight can be chosen, open the one in which something can.
function openSheet() {
  if (innerWidth > 640 || !state.yours || tabbed === state.v) return;
  const choices = (region) => $$(`[data-region="${region}"] [data-action]`);
  const seen = (thing) => thing.getClientRects().length > 0;
  if ($('[data-region="words"] .carousel')) return void ($("#tab-words").checked = true);
  if (["board", "dock", "supply", "words"].some((region) => choices(region).some(seen))) return;
  const onSign = choices("prompt").some(seen); // then the list in words has nothing more
  const found = ["dock", "supply", ...(onSign ? [] : ["words"])].find((region) => choices(region).length);
  const tab = $(found === "dock" ? ".tabs input:not([id])" : `#tab-${found}`);
  if (tab) tab.checked = true;
}

// Where the page is longer than the screen: if nothing in sight can be chosen, go to the first thing that can.
function bringChoice() {
  if (innerWidth <= 640 || !state.yours || state.curtain || replay.isPast()) return;
  const choices = ["board", "dock", "supply", "seats", "prompt", "words"].flatMap((region) =>
    $$(`[data-region="${region}"] [data-action]:not([disabled])`).filter((choice) => choice.getClientRects().length),
  );
  const seen = (choice) => {
    const { left, top, width, height } = choice.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && (choice.contains(hit) || hit.contains(choice));
  };
  if (!choices.some(seen)) choices[0]?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
}

let fitted = 0;
addEventListener("resize", () => {
  clearTimeout(fitted);
  fitted = setTimeout(() => (openSheet(), bringChoice()), 150);
});

function into(region) {
  const tab = { words: "#tab-words", dock: ".tabs input:not([id])" }[region];
  if (tab && innerWidth <= 640) $(tab).checked = true;
  $("[data-action], button", $(`[data-region="${region}"]`))?.focus();
}

// undo -----------------------------------------------------------------------------------

// What one click has played is taken back by one, at once or after the decision that is on its way.
async function undo() {
  if (busy) return void clicks.push({ undo: true, turn: turns });
  const row = rows.find(({ first, last }) => first <= state.undo && state.undo <= last);
  if (await post("undo", { n: row?.first ?? state.undo, as })) await nextClick();
  else clicks.length = 0;
}
$("#undo-button").addEventListener("click", undo);

let request = null; // what somebody asks, until it is answered here

function undoAsked() {
  hush("ask");
  if (request && !state.ask && !state.curtain)
    say({ key: "withdrawn", title: "No longer asked", text: request.title, icon: "undo", seconds: 8 });
  request = state.ask;
  if (!state.ask) return;
  hush("withdrawn");
  const to = state.ask.id;
  const answer = (agree) => async () => {
    request = null;
    await busy;
    post("answer", { agree, to, as });
  };
  const [mark, no] = state.ask.kind === "undo" ? ["undo", "Keep it"] : ["bot", "No"];
  say({
    key: "ask",
    title: state.ask.title,
    text: state.ask.text,
    kind: "ask",
    icon: mark,
    acts: [
      { label: "Allow", main: true, run: answer(true) },
      { label: no, run: answer(false) },
    ],
  });
}

// the curtain between two persons at one screen ---------------------------------------------

function curtain() {
  const blind = $("#curtain-box"),
    next = state.curtain;
  if (next ? !blind.hidden && blind.dataset.seat === String(next.seat) : blind.hidden) return;
  blind.hidden = !next;
  blind.dataset.seat = next?.seat;
  main.inert = $(".topbar").inert = Boolean(next);
  if (!next) return void main.focus({ preventScroll: true });
  toggleChat(false);
  for (const dialog of $$("dialog[open]")) dialog.close();
  $("#curtain-seat").replaceWith(Object.assign(seatMark(next.seat), { id: "curtain-seat" }));
  $("#curtain-seat").classList.add("big");
  $("#curtain-title").textContent = `${next.name}, your turn`;
  const others = who.filter((seat, n) => seat.you && n !== next.seat).map((seat) => seat.name);
  const away = others.length === 1 ? `${others[0]}\u2019s cards are` : "The cards of the others are";
  $("#curtain-text").textContent = `${away} put away. Yours show when you raise the blind.`;
  $("#not-me").textContent = `Not ${next.name}? Pass the screen on.`;
  $("#raise").focus();
}

$("#raise").addEventListener("click", async () => {
  as = state.curtain?.seat ?? as;
  raw.v = ""; // the same version, but by other eyes
  await refresh();
});

// chat -------------------------------------------------------------------------------------

function toggleChat(on = $("#chat-box").hidden) {
  const chat = $("#chat-box"),
    button = $(".topbar [data-chat]");
  if (chat.hidden === !on) return;
  chat.hidden = !on;
  button.setAttribute("aria-expanded", String(on));
  if (!on) return button.focus();
  button.classList.remove("unread");
  $("#chat-list").scrollTop = $("#chat-list").scrollHeight;
  $("#chat-text").focus();
}

function heard({ n = 0, seat = -1, name, text, when = "" }) {
  if (!text) return;
  const line = make(
    "li",
    { "data-said": n, "data-seat": seat },
    seat >= 0 ? seatMark(seat) : null,
    make("b", {}, name ?? ""),
    ` ${text} `,
    make("small", {}, when ? moment(when) : ""),
  );
  moderate(line);
  $("#chat-list").append(line);
  $("#chat-list").scrollTop = $("#chat-list").scrollHeight;
  if (!$("#chat-box").hidden || who[seat]?.you) return;
  $(".topbar [data-chat]").classList.add("unread");
  say({ key: "said", title: name ?? "", text, seat, icon: "chat", seconds: 8 });
}

// Every line can be shown to who runs the server; who opened the table can let its speaker say no more there.
function moderate(line) {
  const n = line.dataset.said;
  if (!Number(n) || who[line.dataset.seat]?.you) return;
  const act = (path, done) => {
    const button = make("button", { type: "button", class: "linklike", "data-act": path });
    button.addEventListener("click", async () => {
      const { ok, json } = await ask(url(`chat/${n}/${button.dataset.act}`), {});
      if (!ok) return refuse(json?.error, json?.clause, game);
      say({ key: "chat", title: done(json), icon: "chat", seconds: 5 });
    });
    return button;
  };
  const acts = make(
    "span",
    { class: "said-acts" },
    act("report", () => ((line.dataset.reported = ""), label(line), "Who runs the server will see that line")),
  );
  if ("hosting" in $("#chat-list").dataset)
    acts.append(
      " ",
      act("mute", ({ name, muted, lines }) => {
        for (const other of $$("[data-said]", $("#chat-list")))
          if (lines.includes(Number(other.dataset.said))) label(other, muted);
        return muted ? `${name} can say no more here` : `${name} can speak here again`;
      }),
    );
  line.append(acts);
  label(line);
}

// What the links under a line say: as its speaker is muted or not, and as the line is reported or not.
function label(line, muted = "muted" in line.dataset) {
  line.toggleAttribute("data-muted", muted);
  const [report, mute] = $$(".said-acts button", line),
    reported = "reported" in line.dataset;
  if (!report) return;
  report.textContent = reported ? "Reported" : "Report";
  report.title = reported ? "Who runs the server will see this line" : "Show this line to who runs the server";
  report.disabled = reported;
  if (!mute) return;
  mute.textContent = muted ? "Unmute" : "Mute";
  mute.title = muted ? "They can speak at this table again" : "They can say no more at this table";
  mute.dataset.act = muted ? "unmute" : "mute";
}

for (const line of $$("[data-said]", $("#chat-list"))) moderate(line);
document.addEventListener("click", (event) => event.target.closest("[data-chat]") && toggleChat());
$("#chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("#chat-text"),
    text = field.value.trim();
  if (!text) return;
  const { ok, json } = await ask(url("chat"), { text });
  if (ok) field.value = "";
  else refuse(json?.error, json?.clause, game);
});

// links ------------------------------------------------------------------------------------

function linkLine(mark, title, text, href) {
  const whole = new URL(href, location.href).href;
  const field = make("input", { class: "field", readonly: true, value: whole, "aria-label": title });
  const copy = make("button", { type: "button", class: "btn main", "data-copy": true }, icon("ui-copy"), "Copy");
  const body = make(
    "div",
    { class: "body" },
    make("h3", {}, title),
    make("p", {}, text),
    make("div", { class: "copyline" }, field, copy),
  );
  return make("div", { class: "chit offer" }, make("span", { class: "stub" }, mark), body);
}

// An own seat moves to another device by a link that is made when it is asked for, and works once.
function ownLine(seat) {
  const letter = "ABCDEF"[seat.n];
  const button = make("button", { type: "button", class: "btn" }, icon("link"), "Make a link");
  const text = "Opens this seat on another device of yours; the link works once, and the seat is then no longer here.";
  const body = make(
    "div",
    { class: "body" },
    make("h3", {}, `Seat ${letter}, ${seat.name}`),
    make("p", {}, text),
    make("div", { class: "copyline" }, button),
  );
  const chit = make("div", { class: "chit offer" }, make("span", { class: "stub" }, seatMark(seat.n)), body);
  button.addEventListener("click", async () => {
    const { ok, json } = await ask(url(`hand-over/${seat.n}`), {});
    if (ok)
      chit.replaceWith(
        linkLine(
          seatMark(seat.n),
          `Seat ${letter}, ${seat.name}`,
          "Open this on the other device within a day.",
          json.url,
        ),
      );
    else refuse(json?.error, json?.clause, game);
  });
  return chit;
}

// A seat of this screen is elsewhere: the page is loaded anew, as far as one may still see the table, and tells it.
function movedAway(seat) {
  gone = true;
  main.inert = true; // nothing can be chosen any more, however long the new page takes
  for (const thing of $$(".legal", main)) thing.classList.remove("legal");
  location.replace(`/t/${table}?moved=${seat}`);
}

function tellMoved() {
  const n = Number(new URLSearchParams(location.search).get("moved") ?? -1);
  if (!(n in who) || who[n].you) return;
  history.replaceState(null, "", location.pathname + location.hash);
  const text = "removed" in main.dataset ? "The host has freed your seat." : "It has moved to another device.";
  say({
    key: "moved",
    title: `Seat ${"ABCDEF"[n]} is no longer here`,
    text,
    icon: "link",
    acts: [{ label: "To the lobby", run: () => location.assign("/") }, { label: "Stay" }],
  });
}

function links(given) {
  const lines = (given.seats ?? []).map((seat) => {
    if (seat.kind === "own") return ownLine(seat);
    const title = `Seat ${"ABCDEF"[seat.n]} is free`;
    const line = linkLine(seatMark(seat.n), title, "Whoever takes it first has it.", seat.url);
    line.dataset.free = seat.n;
    return line;
  });
  if (given.watch) lines.push(linkLine(icon("eye"), "To watch", "Shows what everybody may see.", given.watch));
  $("#share-list").replaceChildren(...(lines.length ? lines : [make("p", {}, "There is nothing to share.")]));
}

// The link of a seat leads nowhere once somebody has sat down.
document.addEventListener("taken", ({ detail }) => {
  for (const line of $$("#share-list [data-free]"))
    if (detail.company && detail.company[line.dataset.free]?.kind !== "open") line.remove();
});

// following the table ------------------------------------------------------------------------

const replay = bindReplay(table, {
  now: () => state.n,
  past: () => pastSign(true),
  live: async () => {
    pastSign(false);
    await show({ words: "", ...(state.regions ?? (await fresh()).json?.regions) });
    inSight();
  },
});

function pastSign(on) {
  main.classList.toggle("replaying", on);
  $(".prompt").classList.toggle("past", on);
  $("#to-now").hidden = !on;
  for (const id of ["#undo-button", "#to-score"]) if (on) $(id).hidden = true;
}

$("#to-now").addEventListener("click", () => replay.go(state.n));

const PONDER = 400, // milliseconds after which a bot is said to think: one that decides at once just moves
  ALOUD = 1500; // and after which that is read out
let thinking = 0,
  aloud = 0,
  thinker = ""; // whose thoughts about which decision

// Say in the sign that a bot thinks, in the place of what it is asked, so that nothing moves; or that none does.
function thinks(seat = -1) {
  const sign = $(".prompt"),
    before = thinker;
  thinker = seat < 0 || state.over ? "" : `${seat} ${state.n}`;
  if (thinker === before) return;
  clearTimeout(thinking);
  clearTimeout(aloud);
  sign.classList.remove("thinks");
  if (!thinker) return void ($("#thinking").textContent = "");
  const words = `${state.company?.[seat]?.name ?? "A bot"} is thinking.`;
  thinking = setTimeout(() => {
    sign.style.setProperty("--thinks", JSON.stringify(words));
    sign.classList.add("thinks");
  }, PONDER);
  aloud = setTimeout(() => ($("#thinking").textContent = words), ALOUD);
}

const stream = live(
  [table],
  (kind, news) => {
    if (gone) return;
    if (kind === "moved" && who[news.seat]?.you) return movedAway(news.seat);
    if (kind === "chat") return heard(news);
    if (kind === "thinking") return thinks(news.seat);
    if (kind === "rematch") return rematchOpened(news);
    if (passed(news.v)) return;
    const next = told(news);
    if (next) return void take(next, news.step);
    if (busy) return void ((heardOf = news.v), wake()); // the answer to the post may tell
    refresh();
  },
  async (up, newly) => {
    if (gone) return;
    hush("down");
    if (up) upOnce = true;
    else if (upOnce) {
      const text = `The table stands at decision ${state.n}; no move is lost.`;
      say({
        key: "down",
        title: "Reconnecting",
        text,
        kind: "down",
        icon: "ui-linedown",
        acts: [{ label: "Try now", run: () => (stream.retry(), refresh()) }],
      });
    }
    if (up && newly) await refresh(); // at first too: somebody may have moved since the page was made
    main.dataset.line = stream.isUp() ? "up" : "down";
  },
);
document.addEventListener("visibilitychange", () => !document.hidden && !stream.isUp() && upOnce && refresh());
addEventListener("pageshow", (event) => event.persisted && refresh());
$("#hook-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ok, json } = await ask(url("hook"), { seat: as, url: $("#hook-url").value.trim() });
  $("#settings-box").close();
  if (ok)
    say({
      key: "hook",
      title: $("#hook-url").value ? "That address will be told" : "No address is told",
      icon: "bell",
      seconds: 4,
    });
  else refuse(json?.error, json?.clause, game);
});
document.addEventListener("setting", (event) => event.detail === "auto" && settle());

// what can be done about the table itself: asked for when the settings open, refused in words ------------

document.addEventListener("click", async (event) => {
  if (!event.target.closest('[data-open="settings-box"]')) return;
  const { ok, json } = await ask(url("acts"));
  // closed: an act of the list that was shown may wait for its confirmation
  if (!ok || !$("#settings-box").open) return;
  const line = ({ url, label, help, confirm }) => {
    const button = make("button", { class: "btn", "data-confirm": confirm || null }, label);
    return make("li", {}, make("form", { method: "post", action: url }, button, help ? make("small", {}, help) : null));
  };
  const list = $(".table-acts"),
    lines = json.map(line);
  if (
    list.textContent.replace(/\s/g, "") !==
    lines
      .map((l) => l.textContent)
      .join("")
      .replace(/\s/g, "")
  )
    list.replaceChildren(...lines);
});

document.addEventListener("submit", async (event) => {
  if (event.defaultPrevented || !event.target.closest(".table-acts")) return;
  event.preventDefault();
  const answer = await ask(event.target.getAttribute("action"), {});
  $("#settings-box").close();
  if (answer.ok) location.assign(answer.url);
  else refuse(answer.json?.error, answer.json?.clause, game);
});

bindTips();
links(data("links") ?? {});
document.addEventListener("on", ({ detail: s }) => passed(s.v) || take(s));
document.addEventListener("links", ({ detail }) => links(detail));
tellMoved();
signs();
settle();
if (state.thinking) thinks(state.deciding);
new ResizeObserver(aim).observe($("#board-box"));
document.documentElement.dataset.ready = "table";
