// What every page shares: settings, notices, dialogs, asking the server, live events, your turn.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export function make(tag, attributes = {}, ...children) {
  const svg = ["svg", "use"].includes(tag);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

export const icon = (name) => make("svg", { class: "icon", "aria-hidden": "true" }, make("use", { href: `#${name}` }));

export function seatMark(n) {
  const letter = "abcdef"[n];
  const use = make("use", { href: `#mark-${letter}` });
  return make("svg", { class: `seat seat-${letter}`, viewBox: "-13 -13 26 26", "aria-hidden": "true" }, use);
}

// A static file of the same build as this script.
const file = (name) => new URL(name, import.meta.url).href;

export function data(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}

// settings, kept in this browser ------------------------------------------------

const DEFAULTS = {
  auto: true,
  touch: true,
  sound: false,
  notify: false,
  pace: "normal",
  theme: "system",
  text: "100",
  motion: "system",
};

export const settings = {
  get(name) {
    try {
      return localStorage.getItem(`roundhouse.${name}`) === null
        ? DEFAULTS[name]
        : localStorage.getItem(`roundhouse.${name}`) === "on";
    } catch {
      return DEFAULTS[name];
    }
  },
  // One of several words.
  text(name) {
    try {
      return localStorage.getItem(`roundhouse.${name}`) ?? DEFAULTS[name];
    } catch {
      return DEFAULTS[name];
    }
  },
  set(name, value) {
    const text = typeof value === "string" ? value : value ? "on" : "off";
    try {
      localStorage.setItem(`roundhouse.${name}`, text);
    } catch {
      say({ title: "This browser keeps no settings", kind: "down", icon: "settings" });
    }
  },
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => calm.matches || settings.text("motion") === "less";

// Piles show the texts of their cards, or are tickets.
function bindPiles() {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-texts]")) return;
    settings.set("piles", document.documentElement.dataset.piles === "texts" ? "tickets" : "texts");
    document.dispatchEvent(new CustomEvent("setting", { detail: "piles" }));
  });
}

function bindSettings() {
  for (const select of $$("select[data-setting]")) {
    const name = select.dataset.setting;
    select.value = settings.text(name);
    select.addEventListener("change", () => {
      settings.set(name, select.value);
      document.dispatchEvent(new CustomEvent("setting", { detail: name }));
    });
  }
  for (const box of $$("input[data-setting]")) {
    const name = box.dataset.setting;
    box.checked = settings.get(name);
    box.addEventListener("change", async () => {
      if (name === "notify" && box.checked) box.checked = await mayNotify();
      settings.set(name, box.checked);
      if (name === "sound" && box.checked) chime();
      document.dispatchEvent(new CustomEvent("setting", { detail: name }));
    });
  }
}

async function mayNotify() {
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  if (answer !== "granted")
    say({ title: "The browser does not allow notices", text: "Its settings for this page decide.", icon: "bell" });
  return answer === "granted";
}

// notices: tickets with a stub ------------------------------------------------------

export function say({
  key = "",
  title,
  text = "",
  link = null,
  kind = "",
  icon: mark = "log",
  seat = -1,
  acts = [],
  seconds = 0,
}) {
  hush(key);
  const body = make("div", { class: "body" }, make("h3", {}, title));
  if (text || link) {
    const line = make("p", {}, text);
    if (link) line.append(text ? " (" : "", make("a", { href: link.href }, link.label), text ? ")" : "");
    body.append(line);
  }
  const chit = make(
    "div",
    { class: `chit ${kind}`, "data-key": key },
    make("span", { class: "stub" }, seat >= 0 ? seatMark(seat) : icon(mark)),
    body,
  );
  const row = make("div", { class: "acts" });
  for (const act of acts) {
    const button = make("button", { type: "button", class: act.main ? "btn main" : "btn" }, act.label);
    button.addEventListener("click", () => {
      chit.remove();
      act.run?.();
    });
    row.append(button);
  }
  if (acts.length) body.append(row);
  else {
    const shut = make(
      "button",
      { type: "button", class: "btn bare shut", "aria-label": "Close this notice" },
      icon("close"),
    );
    shut.addEventListener("click", () => chit.remove());
    chit.append(shut);
  }
  $("#notice-box").append(chit);
  if (seconds) setTimeout(() => chit.remove(), seconds * 1000);
  return chit;
}

export function hush(key) {
  if (key) for (const chit of $$(".chit", $("#notice-box"))) if (chit.dataset.key === key) chit.remove();
}

export function refuse(sentence, clause, game) {
  const link = clause ? { href: `/rules/${game || clause.split("-")[0]}#${clause}`, label: clause } : null;
  say({
    key: "refused",
    title: sentence || "The server refused that.",
    text: link ? "The rule" : "",
    link,
    kind: "refused",
    icon: "barrier",
    seconds: 12,
  });
}

// dialogs ---------------------------------------------------------------------------

export function open(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
}

export function confirmed(sentence, yes = "Do it") {
  const dialog = $("#confirm-box");
  if (dialog.open) return Promise.resolve(false);
  $("#confirm-text").textContent = sentence;
  $("button[value=yes]", dialog).textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }),
  );
}

function bindDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) {
      opener.closest("dialog")?.close();
      open(opener.dataset.open);
    }
    const closer = event.target.closest("dialog [data-close]");
    if (closer || event.target.matches("dialog")) (closer || event.target).closest("dialog").close();
  });
  $("#confirm-box button[value=yes]")?.addEventListener("click", () => $("#confirm-box").close("yes"));
  document.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button?.dataset.confirm || button.dataset.sure) return;
    event.preventDefault();
    button.closest("dialog")?.close();
    if (!(await confirmed(button.dataset.confirm, button.textContent))) return;
    button.dataset.sure = "yes";
    event.target.requestSubmit(button);
  });
}

// copying a link: the button stands beside the field that holds it ---------------------

function bindCopy() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = $("input", button.parentElement);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    button.lastChild.textContent = "Copied";
    setTimeout(() => (button.lastChild.textContent = "Copy"), 2000);
  });
}

// asking the server -----------------------------------------------------------------

const underway = new Set(); // what was asked and is not answered yet

export async function ask(url, body = undefined) {
  const asked = answered(url, body);
  underway.add(asked);
  try {
    return await asked;
  } finally {
    underway.delete(asked);
  }
}

async function answered(url, body) {
  const options = body === undefined ? {} : { method: "POST", body };
  if (body !== undefined && !(body instanceof URLSearchParams)) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  try {
    const answer = await fetch(url, {
      ...options,
      headers: { Accept: "application/json", ...options.headers },
      credentials: "same-origin",
    });
    heardBuild(answer.headers.get("Roundhouse-Build"));
    const text = await answer.text();
    let json = null;
    try {
      json = text ? JSON.parse(text) : null;
    } catch {
      json = null;
    }
    return { ok: answer.ok, status: answer.status, json, url: answer.url };
  } catch {
    return {
      ok: false,
      status: 0,
      json: { error: "The server does not answer. No move is lost; try again in a moment." },
    };
  }
}

// the build: a page that is older than the server says so, and goes on meanwhile ----------

const AGAIN = 30 * 60 * 1000; // milliseconds after which who would rather not reload is told again
let outdated = false;

function heardBuild(of) {
  const own = document.documentElement.dataset.build;
  if (!of || !own || of === own || outdated) return;
  outdated = true;
  const text = "This page is of another version than the server. Reload it when it suits you; nothing is lost.";
  const later = () => setTimeout(() => (outdated = false), AGAIN);
  const acts = [
    { label: "Reload", main: true, run: reload },
    { label: "Later", run: later },
  ];
  say({ key: "build", title: "Roundhouse has been updated", text, icon: "replay", acts });
}

// Load the page anew when nothing is on its way any more: clicks that wait for a decision are sent after it.
async function reload() {
  while (underway.size) {
    await Promise.allSettled(underway);
    await new Promise((done) => setTimeout(done));
  }
  location.reload();
}

// live events: one stream for all tabs of a browser -----------------------------------

// Somebody who sat at a table has opened another one for the same company.
export function rematchOpened({ to, name }) {
  const run = () => location.assign(`/t/${to}`);
  const acts = [{ label: "To the rematch", main: true, run }, { label: "Not now" }];
  say({ key: "rematch", title: `${name} has opened a rematch`, text: "A seat is kept for you.", icon: "replay", acts });
}

const KINDS = ["table", "chat", "thinking", "moved", "rematch"];

// Calls `hear(kind, data)` for events of these tables and `line(up)` when the stream comes and goes.
// The tab that holds the lock keeps the stream for all tabs and passes everything on.
export function live(tables, hear, line) {
  if (!tables.length) return;
  const wanted = new Map();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("roundhouse") : null;
  const me = Math.random().toString(36).slice(2);
  let source = null,
    asked = "",
    leads = false,
    up = false;

  const pass = (message) => {
    take(message);
    channel?.postMessage(message);
  };
  const take = (message) => {
    if (message.type === "event" && tables.includes(message.data.table)) hear(message.kind, message.data);
    if (message.type === "line" && (message.tables || []).some((t) => tables.includes(t)))
      line((up = message.up), message.fresh);
    if (message.type === "build") heardBuild(message.build);
    if (message.type === "want" && leads) {
      wanted.set(message.from, message.tables);
      connect();
    }
    if (message.type === "gone" && leads) wanted.delete(message.from);
    if (message.type === "who") channel?.postMessage({ type: "want", from: me, tables });
  };
  const connect = () => {
    const all = [...new Set([...tables, ...[...wanted.values()].flat()])].sort();
    if (source && source.readyState !== EventSource.CLOSED && asked === all.join()) {
      if (source.readyState === EventSource.OPEN)
        channel?.postMessage({ type: "line", up: true, fresh: false, tables: all });
      return;
    }
    source?.close();
    asked = all.join();
    source = new EventSource(`/live?tables=${all.map(encodeURIComponent).join(",")}`);
    source.onopen = () => pass({ type: "line", up: true, fresh: true, tables: all });
    source.onerror = () => {
      pass({ type: "line", up: false, tables: all });
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 4000);
    };
    source.addEventListener("build", (event) => pass({ type: "build", ...JSON.parse(event.data) }));
    for (const kind of KINDS)
      source.addEventListener(kind, (event) => pass({ type: "event", kind, data: JSON.parse(event.data) }));
  };
  const lead = () => {
    leads = true;
    connect();
    channel?.postMessage({ type: "who" });
  };

  if (channel && navigator.locks) {
    channel.onmessage = (event) => take(event.data);
    navigator.locks.request("roundhouse.live", () => {
      lead();
      return new Promise(() => {});
    });
    channel.postMessage({ type: "want", from: me, tables });
    addEventListener("pagehide", () => channel.postMessage({ type: "gone", from: me }));
    addEventListener("pageshow", (event) => event.persisted && location.reload());
  } else lead();
  return {
    retry: () => (leads ? connect() : channel?.postMessage({ type: "want", from: me, tables })),
    isUp: () => up,
  };
}

// your turn ---------------------------------------------------------------------------

export function turnSign(title, yours) {
  document.title = `${yours ? "● " : ""}${title} - Roundhouse`;
  $("#favicon")?.setAttribute("href", file(yours ? "favicon-turn.svg" : "favicon.svg"));
}

export function callTurn(title) {
  if (settings.get("sound")) chime();
  if (settings.get("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
    showNotice(title, { icon: file("favicon-turn.svg"), tag: location.pathname.split("/")[2] || "lobby" });
  }
}

// Where pages may show no notices themselves, as on phones, the worker does.
async function showNotice(title, how) {
  try {
    const notice = new Notification(title, how);
    notice.onclick = () => (window.focus(), notice.close());
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...how, data: { url: location.pathname } });
  }
}

let audio = null;
function chime() {
  try {
    audio ??= new AudioContext();
    [660, 880].forEach((pitch, i) => {
      const tone = audio.createOscillator(),
        gain = audio.createGain(),
        at = audio.currentTime + i * 0.16;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.0001, at);
      gain.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
  } catch {
    audio = null;
  }
}

// times in the viewer's zone: pages have them in UTC, in <time datetime> ---------------------

const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const OF_DAY = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

export const localTime = (iso) => (iso ? WHOLE.format(new Date(iso)) : "");

// With words of its own ("5 min ago") a time keeps them, and its title says when it was.
function inZone(time) {
  const when = new Date(time.dateTime);
  if (Number.isNaN(when.getTime())) return time;
  time.title = WHOLE.format(when);
  const today = when.toDateString() === new Date().toDateString();
  if (!("words" in time.dataset)) time.textContent = (today ? OF_DAY : WHOLE).format(when);
  return time;
}

export function localTimes(root = document) {
  for (const time of $$("time[datetime]", root)) inZone(time);
}

export const moment = (iso) => inZone(make("time", { datetime: iso }));

// your name ---------------------------------------------------------------------------

function bindName() {
  const form = $("[data-me-form]");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { ok, json } = await ask("/me", new URLSearchParams({ name: form.elements.name.value.trim() }));
    form.closest("dialog").close();
    if (!ok) return refuse(json?.error, json?.clause);
    const name = json?.name ?? form.elements.name.value.trim();
    for (const place of $$("[data-me]")) place.textContent = name;
    for (const field of $$("[data-me-field]")) field.value = name;
  });
}

bindSettings();
bindPiles();
bindDialogs();
bindCopy();
bindName();
localTimes();
