// The rules page: search clauses, show rulebook or rulings only, mark the chapter and the clause in sight.

import { $, $$ } from "./app.js";

const field = $("#find-clause"),
  toc = $(".toc");

function sift() {
  const wanted = field.value.trim().toLowerCase(),
    source = $("input[name=src]:checked").value;
  let found = 0;
  for (const clause of $$(".clause")) {
    const fits =
      (!wanted || clause.textContent.toLowerCase().includes(wanted)) && (!source || clause.dataset.source === source);
    clause.hidden = !fits;
    found += fits;
  }
  for (const chapter of $$(".chapter")) chapter.hidden = !$(".clause:not([hidden])", chapter);
  $("#no-clause").hidden = found > 0;
}

field.addEventListener("input", sift);
for (const choice of $$("input[name=src]")) choice.addEventListener("change", sift);
$("#print-rules").addEventListener("click", () => print());

// A link to a clause or card that the search has hidden shows it again.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("[hidden]")) return;
  field.value = "";
  $("input[name=src]").checked = true;
  sift();
  target.scrollIntoView();
});

function mark(clause) {
  const chapter = clause.closest(".chapter");
  for (const line of $$(".chapters > li")) line.classList.toggle("here", $("a", line).hash === `#${chapter.id}`);
  for (const line of $$(".chapters ol li")) {
    const on = $("a", line).hash === `#${clause.id}`;
    line.classList.toggle("on", on);
    if (!on || toc.scrollHeight <= toc.clientHeight) continue;
    const box = line.getBoundingClientRect(),
      frame = toc.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40)
      toc.scrollTop += box.top - frame.top - frame.height / 2;
  }
}

const sight = new IntersectionObserver(
  (entries) => {
    const seen = entries.find((entry) => entry.isIntersecting);
    if (seen) mark(seen.target);
  },
  { rootMargin: "-18% 0px -80% 0px" },
);
const clauses = $$(".clause");
for (const clause of clauses) sight.observe(clause);
if (clauses.length) mark(clauses[0]);
