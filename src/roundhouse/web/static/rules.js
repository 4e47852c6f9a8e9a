// The rules page: search clauses, show rulebook or rulings only, mark the chapter in sight.

import { $, $$ } from "./app.js";

const field = $("#find-clause");

function sift() {
  const wanted = field.value.trim().toLowerCase(), source = $("input[name=src]:checked").value;
  let found = 0;
  for (const clause of $$(".clause")) {
    const fits = (!wanted || clause.textContent.toLowerCase().includes(wanted)) && (!source || clause.dataset.source === source);
    clause.hidden = !fits;
    found += fits;
  }
  for (const chapter of $$(".chapter:not(#cards)")) chapter.hidden = !$(".clause:not([hidden])", chapter);
  $("#no-clause").hidden = found > 0;
}

field.addEventListener("input", sift);
for (const choice of $$("input[name=src]")) choice.addEventListener("change", sift);

const sight = new IntersectionObserver(
  (entries) => {
    const seen = entries.find((entry) => entry.isIntersecting);
    if (!seen) return;
    for (const line of $$(".chapters > li")) line.classList.toggle("here", $("a", line).hash === `#${seen.target.id}`);
  },
  { rootMargin: "-10% 0px -80% 0px" },
);
for (const chapter of $$(".chapter")) sight.observe(chapter);
