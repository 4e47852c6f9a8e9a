// The rules page: search clauses, show rulebook or rulings only, mark the chapter and the clause in sight.

import { $, $$ } from "./app.js";

const toc = $(".toc");

// Show the clauses of a book that have these words, of one source or of all.
export function sift(book, words, source = "") {
  const wanted = words.trim().toLowerCase();
  let found = 0;
  for (const clause of $$(".clause", book)) {
    const fits =
      (!wanted || clause.textContent.toLowerCase().includes(wanted)) && (!source || clause.dataset.source === source);
    clause.hidden = !fits;
    found += fits;
  }
  for (const chapter of $$(".chapter", book)) chapter.hidden = !$(".clause:not([hidden])", chapter);
  for (const brief of $$(".brief", book)) brief.hidden = Boolean(wanted || source);
  $("#no-clause", book).hidden = found > 0;
}

if (toc) bindPage();
if (toc && matchMedia("(max-width: 640px)").matches) $(".contents", toc).open = false; // what is short comes first

function bindPage() {
  const field = $("#find-clause"),
    search = () => sift($(".book"), field.value, $("input[name=src]:checked").value);
  field.addEventListener("input", search);
  for (const choice of $$("input[name=src]")) choice.addEventListener("change", search);
  $("#print-rules").addEventListener("click", () => print());

  // A link to a clause or card that the search has hidden shows it again.
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest("[hidden]")) return;
    field.value = "";
    $("input[name=src]").checked = true;
    search();
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
}
