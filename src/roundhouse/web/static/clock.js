// The time at a table: everybody sees it run, who runs short is warned, and who was away is told and comes back.

import { $, ask, callTurn, data, hush, icon, localTime, make, refuse, say, seatMark } from "./app.js";

const DAY = 86400;
const LONGEST = 2 ** 31 - 1; // milliseconds that a timer can wait
const JUMP = 2000; // milliseconds by which a device that slept has fallen behind

const main = $("main[data-table]");
const who = data("who-data") ?? [];
const dial = $("#clock"),
  button = $("#take-back");
let state = data("state-data");
let began = 0, // when the state came
  prefix = "", // of the page's title
  alarm = 0,
  warned = false,
  told = null, // the ticket that says what the bot did
  toldOf = "";

export function span(seconds) {
  const s = Math.max(0, Math.ceil(seconds));
  const two = (n, unit, part, small) => (part ? `${n} ${unit} ${part} ${small}` : `${n} ${unit}`);
  if (s >= DAY) return two(Math.floor(s / DAY), "d", Math.floor((s % DAY) / 3600), "h");
  if (s >= 3600) return two(Math.floor(s / 3600), "h", Math.floor((s % 3600) / 60), "min");
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

// the clock --------------------------------------------------------------------------

const runs = () => Boolean(state.clock) && state.clock.seat >= 0 && !state.over;
const isMine = () => runs() && (state.mine ?? []).includes(state.clock.seat);

// What is left, counted by this page since the state came: the device's own time of day may be wrong.
function left() {
  const { left: had, banks, seat } = state.clock,
    gone = (performance.now() - began) / 1000;
  const turn = Math.max(0, had - gone),
    bank = Math.max(0, (banks[seat] ?? 0) - Math.max(0, gone - had));
  return { turn, bank, total: turn + bank };
}

function lowAt(of) {
  return of >= DAY ? 3 * 3600 : Math.min(300, Math.max(20, of / 5));
}

function draw() {
  dial.hidden = !runs();
  let low = false,
    total = 0;
  if (runs()) {
    const { turn, bank, total: all } = left(),
      { bank: had, of } = state.clock;
    total = all;
    low = total <= lowAt(of);
    put($("time", dial), span(turn || bank));
    put($("small", dial), had && turn ? `+ ${span(bank)}` : had ? "bank" : "");
    dial.classList.toggle("low", low);
    dial.classList.toggle("banking", !turn && bank > 0);
  }
  name(low && isMine() ? `${span(total)} left: ` : "");
}

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function name(next) {
  const bare = document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
  prefix = next;
  if (document.title !== prefix + bare) document.title = prefix + bare;
}

function wind() {
  if (!runs()) return;
  const { seat, deadline } = state.clock,
    holder = who[seat]?.name ?? "";
  dial.replaceChildren(
    icon("perpetual"),
    seatMark(seat),
    make("time", { datetime: deadline }),
    make("small"),
    make("span", { class: "sr" }, ` left for ${holder}`),
  );
  dial.title = `${holder} has until ${localTime(deadline)}`;
}

// What the clock means, for who asks.
dial.addEventListener("click", () => {
  const { seat, of, bank, banks, deadline } = state.clock,
    { bank: mine } = left();
  const banked = banks.map((n, i) => `${who[i]?.name}: ${span(i === seat ? mine : n)}`).join(", ");
  const more = bank ? `, then the time bank of the seat runs (${banked})` : "";
  say({
    key: "clock",
    title: `${who[seat]?.name} has until ${localTime(deadline)}`,
    text: `Each decision has ${span(of)}${more}. After that a bot stands in, until the seat is taken back.`,
    seat,
    seconds: 15,
  });
});

// Once for each decision, when little is left.
function check() {
  clearTimeout(alarm);
  if (!isMine()) {
    if (warned) hush("low");
    return void (warned = false);
  }
  const { total } = left(),
    wait = total - lowAt(state.clock.of);
  if (wait > 0) {
    if (warned) hush("low");
    warned = false;
    alarm = setTimeout(check, Math.min(LONGEST, wait * 1000 + 20));
  } else if (!warned) {
    warned = true;
    draw();
    const words = `${span(total)} left to decide`;
    say({
      key: "low",
      title: "Little time left to decide", // the clock beside it counts, this stands still
      text: "Then a bot stands in for you, until you take your seat back.",
      kind: "ask",
      icon: "perpetual",
    });
    callTurn(`${words}: ${state.title}`);
  }
}

// who is away ---------------------------------------------------------------------------

function tellAway(before) {
  const own = state.away.filter((seat) => seat.yours);
  const gone = own.filter((seat) => !seat.back);
  button.hidden = gone.length === 0 || state.over;
  button.dataset.seats = gone.map((one) => one.seat).join();
  tellDid(own, gone.length > 0);
  for (const seat of state.away) {
    if (!seat.yours && before && !before.some((other) => other.seat === seat.seat))
      tell(seat, `${seat.name} is away`, "A bot plays that seat, until it is taken back.");
  }
  for (const seat of before ?? [])
    if (!seat.yours && !state.over && !state.away.some((other) => other.seat === seat.seat))
      tell(seat, `${seat.name} is back`, "");
}

const tell = (seat, title, text) => say({ key: `away ${seat.seat}`, title, text, seat: seat.seat, seconds: 10 });

// What the bot did, kept up to date while it goes on; who has closed the ticket has read it.
function tellDid(own, gone) {
  const did = own.map((seat) => seat.did).join(""),
    phase = own.length === 0 ? "" : gone ? "gone" : "back";
  const closed = told && !told.isConnected;
  if (!phase || (phase === "back" && !did)) {
    hush("did");
    told = null;
  } else if (phase !== toldOf) {
    told = say({
      key: "did",
      title: gone ? "A bot plays for you" : "You are back",
      text: " ",
      kind: "did",
      icon: "bot",
    });
    $(".body", told).append(make("div", { class: "did-list" }));
  }
  toldOf = phase;
  if (!told || closed) return;
  const words = gone ? "This is what it has done, the latest first:" : "This is what the bot did, the latest first:";
  put($("p", told), did ? words : "It has decided nothing yet.");
  $(".did-list", told).innerHTML = did;
}

button.addEventListener("click", async () => {
  button.disabled = true;
  for (const seat of button.dataset.seats.split(",")) {
    const { ok, json } = await ask(`/t/${main.dataset.table}/take-back/${seat}`, {});
    if (!ok) refuse(json?.error, json?.clause);
    else if (main.dataset.line !== "up") location.reload(); // else the table's news says so
  }
  button.disabled = false;
});

// following the table ----------------------------------------------------------------------

function take(next, before, at = performance.now()) {
  began = at;
  state = next;
  wind();
  tellAway(before);
  check();
  draw();
}

document.addEventListener("taken", (event) => {
  take(event.detail, state.away);
  setTimeout(draw); // when the page has its new title
});
setInterval(draw, 1000);

// A device that slept counted nothing meanwhile: the time is asked for anew.
let ahead = Date.now() - performance.now();
document.addEventListener("visibilitychange", async () => {
  const now = Date.now() - performance.now();
  if (document.hidden || Math.abs(now - ahead) < JUMP) return;
  ahead = now;
  const { ok, json } = await ask(`/t/${main.dataset.table}/regions`);
  if (ok) take({ ...state, clock: json.clock }, state.away);
});

take(state, null, performance.getEntriesByType("navigation")[0]?.responseStart || performance.now());
