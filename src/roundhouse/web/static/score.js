// The score of a table: who sat there is told when somebody opens another one to play again, and a review that is being
// made shows how far it is.

import { $, ask, live, rematchOpened } from "./app.js";

const { ended } = $("main[data-ended]").dataset;
const PAUSE = 1500; // milliseconds between two looks at the review

live(
  [ended],
  (kind, news) => kind === "rematch" && rematchOpened(news),
  () => {},
);

async function look(section) {
  const { ok, json } = await ask(`/t/${ended}/review/progress`);
  if (ok && json.state !== section.dataset.state) return location.reload();
  if (ok && json.of) {
    const bar = $("#review-bar");
    bar.max = json.of;
    bar.value = json.done;
    $("#review-done").textContent = `${json.done} of ${json.of} looked at.`;
  }
  setTimeout(look, PAUSE, section);
}

const making = $('[data-review][data-state="looking"]');
if (making) setTimeout(look, PAUSE, making);
