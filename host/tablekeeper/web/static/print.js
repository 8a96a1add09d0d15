// The button that opens the browser's print dialog; without it the browser's own menu does the same.
"use strict";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
