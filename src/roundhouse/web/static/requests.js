// What one has asked of the others at a table: that it is pending, who has answered, and how it ended.

import { $, ask, data, hush, refuse, say } from "./app.js";

const main = $("main[data-table]");
let shown = null; // the request that the notice tells of
let told = ""; // the refusal that was told already

async function withdraw() {
  const { ok, json } = await ask(`/t/${main.dataset.table}/withdraw`, {});
  if (!ok) refuse(json?.error, json?.clause, main.dataset.game);
}

function pending(asked) {
  if (shown?.id === asked.id && shown.text === asked.text) return; // said already, and not said again
  const acts = [{ label: "Withdraw", run: withdraw }];
  say({ key: "asked", title: asked.title, text: asked.text, kind: "wait", icon: mark(asked), acts });
  shown = asked;
}

function refused(asked) {
  shown = null;
  if (told === asked.id) return;
  told = asked.id;
  say({ key: "asked", title: asked.title, text: asked.text, icon: mark(asked), seconds: 12 });
}

function settled(state) {
  hush("asked");
  if (shown?.kind === "undo" && state.back === shown.n)
    say({ key: "asked", title: "Undone: all have agreed", icon: "undo", seconds: 6 });
  shown = null;
}

const mark = ({ kind }) => (kind === "undo" ? "undo" : "bot");

function follow(state) {
  const asked = state.asked;
  if (asked?.ended) refused(asked);
  else if (asked) pending(asked);
  else if (shown) settled(state);
}

document.addEventListener("taken", (event) => follow(event.detail));
follow(data("state-data"));
