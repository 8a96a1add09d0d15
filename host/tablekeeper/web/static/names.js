/* A field with the names of the register: they are asked for as somebody types. Without it the page has
   some names, and any name can be written. */
"use strict";
(() => {
  const WAIT = 150; // ms without a key before the register is asked
  for (const field of document.querySelectorAll("input[data-names]")) {
    const list = field.list;
    let timer = 0;
    let asked = "";
    async function ask() {
      const wanted = field.value.trim();
      if (!wanted || wanted === asked) return;
      asked = wanted;
      const answer = await fetch(field.dataset.names + "?q=" + encodeURIComponent(wanted), { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.status);
      const { names } = await answer.json();
      if (wanted !== asked) return;
      list.replaceChildren(...names.map((name) => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }));
    }
    function later() {
      clearTimeout(timer);
      timer = setTimeout(() => ask().catch(() => { asked = ""; }), WAIT);
    }
    field.addEventListener("input", later);
    later(); // somebody may have typed before this was here
  }
})();
