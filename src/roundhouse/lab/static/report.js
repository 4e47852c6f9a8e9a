// Tables of a report, sorted by whatever column is asked for. Without this they stay as they are written.

for (const table of document.querySelectorAll("table[data-sortable]")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];

  const sortBy = (column) => {
    const head = heads[column],
      was = head.getAttribute("aria-sort");
    const numbers = body.rows.length > 0 && body.rows[0].cells[column].dataset.v.trim() !== "";
    const number = numbers && [...body.rows].every((row) => !Number.isNaN(Number(row.cells[column].dataset.v)));
    const down = was ? was === "ascending" : number;
    const way = down ? -1 : 1;
    const value = (row) => row.cells[column].dataset.v;
    const rows = [...body.rows].sort(
      (a, b) => way * (number ? Number(value(a)) - Number(value(b)) : value(a).localeCompare(value(b))),
    );
    body.append(...rows);
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  };

  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(column));
    head.append(button);
  }
}
