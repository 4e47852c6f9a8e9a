// The score of a table: who sat there is told when somebody opens another one to play again.

import { $, live, rematchOpened } from "./app.js";

const { ended } = $("main[data-ended]").dataset;

live(
  [ended],
  (kind, news) => kind === "rematch" && rematchOpened(news),
  () => {},
);
