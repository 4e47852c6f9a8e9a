// While a seat is free: links to send, who has come, and who has just sat down. The panel is the server's.

import { $, $$, ask, data, say } from "./app.js";

const box = $("#invite-box");
const folded = `roundhouse.folded.${$("main[data-table]").dataset.table}`;
let company = data("state-data").company;

// The panel as this browser shows it: folded if it was, the code closed on a phone, a share button where there is one.
function dress() {
  const panel = $("details.invite", box);
  if (!panel) return;
  panel.open = sessionStorage.getItem(folded) !== "yes";
  panel.addEventListener("toggle", () => sessionStorage.setItem(folded, panel.open ? "no" : "yes"));
  for (const button of $$("[data-share]", panel)) button.hidden = !navigator.share;
  if (innerWidth <= 640) for (const code of $$("details.code", panel)) code.open = false;
}

async function share({ share: url, title, text }) {
  try {
    await navigator.share({ url, title, text });
  } catch (fault) {
    if (fault.name !== "AbortError")
      say({ key: "share", title: "This browser could not share it", text: "Copy the link." });
  }
}

const isFree = (seat) => seat?.kind === "open";

function tellComers(before, mine) {
  company.forEach((seat, n) => {
    if (isFree(before[n]) && !isFree(seat) && !mine.includes(n))
      say({ key: `came-${n}`, title: `${seat.name} has taken seat ${"ABCDEF"[n]}`, seat: n, seconds: 12 });
  });
}

// A link ends when somebody sits down or is removed, so the panel is asked for anew whenever the company changes.
document.addEventListener("taken", async ({ detail }) => {
  if (!detail.company || JSON.stringify(detail.company) === JSON.stringify(company)) return;
  const before = company;
  company = detail.company;
  tellComers(before, detail.mine ?? []);
  if (!before.some(isFree) && !company.some(isFree)) return;
  const { ok, json } = await ask(`${location.pathname}/invite`);
  if (!ok) return;
  box.innerHTML = json.html;
  dress();
  document.dispatchEvent(new CustomEvent("links", { detail: json.links }));
});

box.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) share(button.dataset);
});

// Somebody else here has the same name; the address is the plain one again, so that it can be copied.
const called = box.dataset.called;
if (called) {
  history.replaceState(null, "", location.pathname + location.hash);
  say({
    key: "called",
    title: `Here you are ${called}`,
    text: "Somebody else at this table has your name.",
    icon: "person",
    seconds: 12,
  });
}

dress();
