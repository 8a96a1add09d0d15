/* Seating a round: a table that is chosen for another match changes places, by choosing or by dragging.
   Without it a table that is chosen twice is refused. The button says how many matches are seated. */
"use strict";
(() => {
  const form = document.querySelector("form.seats");
  if (!form) return;
  const selects = [...form.querySelectorAll(".places select")];
  const button = form.querySelector("button.primary");
  const before = new Map(selects.map((each) => [each, each.value]));

  function count() {
    const number = selects.filter((each) => each.value).length;
    button.textContent = button.dataset[number === 1 ? "one" : "many"].replace("#", number);
    button.disabled = number === 0;
  }

  function chosen(select, value) {
    const other = selects.find((each) => each !== select && value && each.value === value);
    if (other) {
      other.value = before.get(select);
      before.set(other, other.value);
    }
    select.value = value;
    before.set(select, value);
    count();
  }

  let dragged = null;
  for (const select of selects) {
    select.addEventListener("change", () => chosen(select, select.value));
    const row = select.closest("li");
    row.draggable = true;
    row.addEventListener("dragstart", (event) => {
      dragged = select;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", select.value);
    });
    row.addEventListener("dragover", (event) => {
      if (dragged && dragged !== select) event.preventDefault();
    });
    row.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged && dragged !== select) {
        const mine = select.value;
        const other = dragged.value;
        select.value = other;
        dragged.value = mine;
        before.set(select, other);
        before.set(dragged, mine);
        count();
      }
      dragged = null;
    });
  }
  count();
})();
