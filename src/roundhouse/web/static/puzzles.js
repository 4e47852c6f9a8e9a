// The list of puzzles: which of them were solved in this browser.

import { $, $$, settings } from "./app.js";

const list = $(".puzzles"),
  done = (settings.text(`solved.${list.dataset.game}`) ?? "").split(" ");
for (const button of $$("[data-n]", list)) $(".tick", button).hidden = !done.includes(button.dataset.n);
const count = $$(".tick:not([hidden])", list).length;
if (count) $("#solved-count").textContent = `You have solved ${count}.`;
