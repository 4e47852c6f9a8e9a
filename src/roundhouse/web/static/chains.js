// What a choice of several decisions would do is drawn on the board while the choice is pointed at, wherever it stands.

import { $$ } from "./app.js";

const actions = ({ action, then }) => (then ? `${action},${then}` : action);

export function draw(thing) {
  const chain = thing && actions(thing.dataset);
  for (const drawn of $$("[data-chain]")) drawn.classList.toggle("shown", drawn.dataset.chain === chain);
}

const point = (event) => draw(event.target.closest?.("[data-action]"));
document.addEventListener("pointerover", point);
document.addEventListener("focusin", point);
