// Learning from a past position: what the engine says of it, and a table that goes on from there.

import { $, $$, ask, make } from "./app.js";

const PAUSE = 700; // milliseconds between two looks at whether the engine has an answer
const { replay, table = replay } = $("main.table").dataset;
const shown = () => Number($(".replay input").value);

// The position that the page shows is the one to play on from.
const follow = () => {
  for (const field of $$("[data-on]")) field.value = shown();
  for (const text of $$("[data-on-n]")) text.textContent = shown();
};

for (const button of $$('[data-open="on-box"]')) button.addEventListener("click", follow, true);

const seat = $("#on-seat");
const alone = () => ($("#on-level").disabled = seat.value === "all");
seat?.addEventListener("change", alone);

const box = $("#opinion-box"),
  told = $("#opinion");
let asked = 0; // how often: an answer to an earlier question is not shown

async function answer(n, mine, wish) {
  const { ok, json } = await ask(`/t/${table}/opinion/${n}`, wish);
  if (mine !== asked || !box.open) return;
  if (!ok) return told.replaceChildren(make("p", { role: "alert" }, json?.error ?? "The server does not answer."));
  if (json.state === "thinking") return setTimeout(() => answer(n, mine), PAUSE);
  if (json.state === "told") return (told.innerHTML = json.html);
  told.replaceChildren(make("p", { role: "alert" }, json.why ?? "Nobody has asked about this position yet."));
}

$("[data-opinion]")?.addEventListener("click", () => {
  const n = shown();
  asked += 1;
  told.replaceChildren(
    make("p", {}, `It thinks about the position after decision ${n}, when no table needs the bots.`),
  );
  box.showModal();
  answer(n, asked, {});
});

// What the review says of a decision stands beside it, before it is made.
const slips = $(".slips"),
  range = $(".replay input"),
  stops = slips ? $$("article", slips).map((one) => Number(one.dataset.at)) : [];

function beside() {
  const at = shown();
  for (const one of $$("article", slips)) one.hidden = Number(one.dataset.at) !== at;
  slips.hidden = !stops.includes(at);
  for (const button of $$("[data-slip]", slips)) button.disabled = !next(Number(button.dataset.slip));
}

// The stop before or after what is shown, if there is one, in a list.
function next(by) {
  const at = shown();
  const found = by > 0 ? stops.filter((n) => n > at) : stops.filter((n) => n < at).reverse();
  return found.length ? found.slice(0, 1) : null;
}

if (slips) {
  beside();
  document.addEventListener("regions", beside);
  range.addEventListener("input", beside);
  slips.addEventListener("click", ({ target }) => {
    const to = next(Number(target.closest("[data-slip]")?.dataset.slip));
    if (!to) return;
    [range.value] = to;
    range.dispatchEvent(new Event("input"));
  });
}
