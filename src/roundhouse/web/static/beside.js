// Rules and cards beside the table: fetched when they are asked for; links to them open here and leave the game alone.

import { $, $$ } from "./app.js";

const box = $("#rules-box"),
  pages = $(".pages", box),
  field = $("input[type=search]", box),
  { game, table } = box.dataset;
const PARTS = { rules: `/rules/${game}/book`, gallery: `/t/${table}/cards` };
const held = new Map(); // what was fetched: the holder of each part
let opener = null;

async function fetched(part) {
  if (!held.has(part)) {
    pages.setAttribute("aria-busy", "true");
    const answer = await fetch(PARTS[part], { credentials: "same-origin" }).catch(() => null);
    pages.removeAttribute("aria-busy");
    if (!answer?.ok) return null;
    const holder = document.createElement("div");
    holder.className = part === "rules" ? "book" : "gallery";
    holder.innerHTML = await answer.text();
    held.set(part, holder);
  }
  return held.get(part);
}

// Show a part, at the clause or card that is named.
async function show(part, id = "") {
  for (const choice of $$("input[name=beside]", box)) choice.checked = choice.value === part;
  $("[data-own]", box).href = `/${part}/${game}${id ? `#${id}` : ""}`;
  field.closest("label").hidden = part !== "rules";
  const holder = await fetched(part);
  if (!holder) return pages.replaceChildren("The server does not answer. Try again in a moment.");
  if (pages.firstChild !== holder) pages.replaceChildren(holder);
  if (id) find(id);
}

function find(id) {
  const target = $(`#${CSS.escape(id)}`, pages);
  for (const old of $$(".sought", pages)) old.classList.remove("sought");
  if (!target) return;
  if (target.closest("[hidden]")) search((field.value = ""));
  target.classList.add("sought");
  target.scrollIntoView({ block: "start" });
}

async function search(words) {
  const { sift } = await import("./rules.js");
  const book = held.get("rules");
  if (book) sift(book, words);
}

function open(part, id, from) {
  opener = from ?? opener;
  box.hidden = false;
  for (const button of $$("[data-rules]")) button.setAttribute("aria-expanded", "true");
  box.focus({ preventScroll: true });
  return show(part, id);
}

function shut() {
  box.hidden = true;
  for (const button of $$("[data-rules]")) button.setAttribute("aria-expanded", "false");
  (opener?.isConnected ? opener : $("[data-rules]"))?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (event.target.closest?.("[data-shut]")) return shut();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.matches("[data-own]")) return;
  if (link.matches("[data-rules]") && !box.hidden) {
    event.preventDefault();
    return shut();
  }
  const { pathname, hash, origin } = new URL(link.href);
  const inside = pages.contains(link) && link.getAttribute("href").startsWith("#");
  const part = inside ? "rules" : Object.keys(PARTS).find((name) => pathname === `/${name}/${game}`);
  if (!part || origin !== location.origin) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  open(part, hash.slice(1), box.contains(link) ? null : link);
});

for (const choice of $$("input[name=beside]", box)) choice.addEventListener("change", () => show(choice.value));
field.addEventListener("input", () => search(field.value));

// What is typed here is not meant for the table.
box.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" && !(event.key.toLowerCase() === "r" && !event.target.matches("input")))
    event.stopPropagation();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !box.hidden && !$("dialog[open]")) return shut();
  if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio], [type=range]), textarea, select") || $("dialog[open]")) return;
  if ($("#curtain-box") && !$("#curtain-box").hidden) return;
  if (box.hidden) open("rules", "", document.activeElement);
  else shut();
});
