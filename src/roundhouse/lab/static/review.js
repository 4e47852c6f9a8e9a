// A review that is being made: how far it is, and the page anew when it is there.
// Without this the page asks again by itself.

import { $, ask } from "./app.js";

const PAUSE = 1500; // milliseconds between two looks

async function look(section) {
  const { review, state } = section.dataset;
  const { ok, json } = await ask(`/t/${review}/review/progress`);
  if (ok && json.state !== state) return location.reload();
  if (ok && json.of) {
    const bar = $("#review-bar");
    bar.max = json.of;
    bar.value = json.done;
    $("#review-done").textContent = json.said;
  }
  setTimeout(look, PAUSE, section);
}

const making = $('[data-review][data-state="looking"]');
if (making) setTimeout(look, PAUSE, making);
