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
