// The lobby: choose a game, its options and who sits; find a table.

import { $, $$, callTurn, live, localTimes } from "./app.js";

const form = $("#new");
const chosen = () => $("input[name=game]:checked")?.value;
const lines = () => $(`fieldset[data-game="${chosen()}"]`, form);

function game() {
  for (const set of $$("fieldset[data-game]", form)) {
    set.hidden = set.disabled = set.dataset.game !== chosen();
  }
  const set = lines();
  if (set) {
    $("[data-chosen]").textContent = set.dataset.title;
    // games share the names of their lines, and of a name only one in the form can be chosen
    for (const radio of $$("input[type=radio]", set)) {
      if (radio.defaultChecked && !$(`input[name="${CSS.escape(radio.name)}"]:checked`, set)) radio.checked = true;
    }
  }
  seats();
}

function seats() {
  const set = lines();
  if (!set) return;
  const count = Number($("input[name=seats]:checked", set)?.value ?? 0);
  for (const place of $$("[data-sit]", set)) {
    const on = Number(place.dataset.sit) < count;
    place.hidden = !on;
    $("select", place).disabled = !on;
    here(place);
  }
  levels();
}

// The levels of the bots that sit there are marked in the list that says how they play.
function levels() {
  const sit = new Set($$(".sit select:enabled", lines()).map((select) => select.value));
  for (const line of $$("[data-level]", form)) line.classList.toggle("sits", sit.has(`bot:${line.dataset.level}`));
}

// "Someone here" asks for a name and is sent as here:NAME.
function here(place) {
  const select = $("select", place),
    name = $(".here", place),
    option = $("[data-here]", place);
  const on = select.selectedOptions[0] === option && !select.disabled;
  name.hidden = name.disabled = !on;
  name.required = on;
  option.value = `here:${name.value.trim()}`;
}

// A time bank is offered with a time limit.
function bank() {
  const on = $("#minutes").value !== "0";
  for (const part of $$("[data-bank]", form)) part.hidden = !on;
  $("#bank").disabled = !on;
}

document.addEventListener("change", (event) => {
  if (event.target.id === "minutes") bank();
  if (event.target.name === "game") game();
  if (event.target.name === "seats") seats();
  const place = event.target.closest("[data-sit]");
  if (place) {
    here(place);
    levels();
    if (event.target.matches("select")) $(".here:not([hidden])", place)?.focus();
  }
});
document.addEventListener("input", (event) => {
  const place = event.target.closest("[data-sit]");
  if (place) here(place);
  if (event.target.id === "find") lists();
});

function lists() {
  const wanted = $("#find").value.trim().toLowerCase();
  let found = 0;
  for (const row of $$("#open tbody tr")) {
    row.hidden = !row.dataset.words.toLowerCase().includes(wanted) && !row.dataset.game.includes(wanted);
    if (!row.hidden) found += 1;
  }
  $("#nothing").hidden = !wanted || found > 0;
}

// A table of mine moved: the list is asked for anew, and only it is replaced.
let due = 0;
const mine = $$("#mine > .board-list a[href^='/t/']").map((a) => a.pathname.split("/")[2]);
live(
  [...new Set(mine)],
  (kind) => {
    if (kind !== "table") return;
    clearTimeout(due);
    due = setTimeout(async () => {
      const answer = await fetch("/", { headers: { Accept: "text/html" } }).catch(() => null);
      if (!answer?.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = $("[aria-label='My tables']", page),
        old = $("[aria-label='My tables']");
      if (!fresh || !old) return;
      if ($$(".pill.go", fresh).length > $$(".pill.go", old).length) callTurn("Your turn at one of your tables");
      if (old.contains(document.activeElement)) return;
      localTimes(fresh);
      old.replaceWith(document.adoptNode(fresh));
    }, 600);
  },
  () => {},
);

$("[data-more-lines]").addEventListener("click", (event) => {
  const more = $("#more-lines");
  more.hidden = !more.hidden;
  event.currentTarget.setAttribute("aria-expanded", String(!more.hidden));
});

game();
bank();
lists();
document.documentElement.dataset.ready = "lobby";
