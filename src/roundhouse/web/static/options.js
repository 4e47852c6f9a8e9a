// The options of a game in a form: lists of one's own choice.

import { $, $$ } from "./app.js";

// A list is one of the named choices, or exactly as many items as it takes.
function picks(select) {
  const box = document.getElementById(select.dataset.list),
    own = $("[data-own]", select);
  if (!box || !own) return;
  const on = select.selectedOptions[0] === own,
    size = Number(box.dataset.size) || 0;
  box.hidden = !on;
  const ticked = $$("input:checked", box);
  own.value = ticked.map((tick) => tick.value).join(",");
  $(".count", box).textContent = size ? `${ticked.length} of ${size} chosen` : `${ticked.length} chosen`;
  const full = size && ticked.length >= size;
  for (const tick of $$("input", box)) tick.disabled = Boolean(full && !tick.checked);
  select.setCustomValidity(on && size && ticked.length !== size ? `Choose ${size}; ${ticked.length} are chosen.` : "");
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-list]")) picks(target);
  const box = target.closest(".picks");
  if (box) picks($(`[data-list="${box.id}"]`));
});
for (const select of $$("[data-list]")) picks(select);
