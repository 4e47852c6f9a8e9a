// Being told of one's turn while the page is not looked at: Web Push, e-mail, and the worker that makes this an app.

import { $, ask, refuse, say, settings } from "./app.js";

// the worker ----------------------------------------------------------------------------

const worked = "serviceWorker" in navigator && isSecureContext ? loaded().then(register) : Promise.resolve(null);

async function loaded() {
  if (document.readyState === "complete") return;
  await new Promise((done) => addEventListener("load", done, { once: true }));
}

async function register() {
  try {
    return (await navigator.serviceWorker.register("/sw.js")) ?? null;
  } catch {
    return null; // private windows and some settings allow none; the pages work without
  }
}

if ($("[data-offline]")) addEventListener("online", () => location.reload());

// Web Push: follows the setting "notify" ---------------------------------------------------

const offered = () => ask("/notices").then(({ ok, json }) => (ok ? json : null));

async function subscribe() {
  const worker = await worked;
  if (!worker?.pushManager || !granted()) return;
  const key = (await offered())?.push;
  if (!key) return;
  try {
    await navigator.serviceWorker.ready;
    let found = await worker.pushManager.getSubscription();
    if (found && keyOf(found) !== key) {
      await found.unsubscribe();
      found = null;
    }
    found ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await ask("/notices/push", found.toJSON());
  } catch {
    // the browser has no push service; its own notices are left, while a page is open
  }
}

async function unsubscribe() {
  const found = await (await worked)?.pushManager?.getSubscription();
  if (!found) return;
  await ask("/notices/push/off", { endpoint: found.endpoint });
  await found.unsubscribe();
}

function keyOf(subscription) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const granted = () => "Notification" in window && Notification.permission === "granted";

document.addEventListener("setting", (event) => {
  if (event.detail !== "notify") return;
  remember("asked");
  hushAsking();
  if (settings.get("notify")) subscribe();
  else unsubscribe();
});

// Once a visit: the person may be another one, or the server's key.
if (settings.get("notify") && granted() && !remembered("told", sessionStorage)) {
  remember("told", sessionStorage);
  subscribe();
}

// asking at a good moment: when something has happened at a table where one waits for others -------

function remembered(what, where = localStorage) {
  try {
    return where.getItem(`roundhouse.notices.${what}`) !== null;
  } catch {
    return true; // a browser that keeps nothing is not asked again and again
  }
}

function remember(what, where = localStorage) {
  try {
    where.setItem(`roundhouse.notices.${what}`, "yes");
  } catch {
    // asked again another time
  }
}

let asking = null;
const hushAsking = () => asking?.remove();

async function offer() {
  remember("asked");
  const pushed = "PushManager" in window && (await offered())?.push;
  asking = say({
    key: "notices",
    title: "Tell you when it is your turn?",
    text: pushed ? "By a notice, also while this page is closed." : "By a notice, while you look at something else.",
    icon: "bell",
    acts: [{ label: "Yes", main: true, run: switchOn }, { label: "No" }],
  });
}

// The box in the settings does it, so that there is one way.
function switchOn() {
  const box = $("[data-setting=notify]");
  box.checked = true;
  box.dispatchEvent(new Event("change"));
}

const main = $("main[data-worth-telling]");
let mine = main && JSON.parse($("#state-data")?.textContent ?? "null");

document.addEventListener("taken", (event) => {
  const before = mine;
  mine = event.detail;
  if (!main || !before || remembered("asked") || settings.get("notify")) return;
  if (!("Notification" in window) || Notification.permission === "denied") return;
  if (before.yours && mine.n > before.n && !mine.over && !mine.curtain) offer();
});

// e-mail: shown if this server sends any --------------------------------------------------

const form = $("#mail-form");

document.addEventListener("click", async (event) => {
  if (form?.hidden && event.target.closest("[data-open=settings-box]")) showMail((await offered())?.mail);
});

function showMail(mail) {
  form.hidden = !mail;
  if (!mail) return;
  form.elements.address.value = mail.address;
  $("#mail-off").hidden = !mail.address;
  const letter = "A letter is on its way; say yes in it, and mails come.";
  $("#mail-state").textContent = mail.on ? "Confirmed." : mail.address ? letter : "";
}

async function send(path, body) {
  const { ok, json } = await ask(path, body);
  if (ok) showMail(json.mail);
  else {
    form.closest("dialog").close(); // a notice lies behind it
    refuse(json?.error);
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("/notices/mail", { address: form.elements.address.value.trim() });
});
$("#mail-off")?.addEventListener("click", () => send("/notices/mail/off", {}));
