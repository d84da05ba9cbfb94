// What is sent is kept until the server has answered: marked while it has not, sent again by itself, and once only.
"use strict";

const NOTICE_AFTER = 1000;  // milliseconds after which a person looks whether anything happens
const AGAIN_AFTER = 3000;

const Sending = (() => {
  const line = document.getElementById("unsent");
  const place = `unsent ${document.body.dataset.base}`;
  let state = "";  // "underway" or "unsent" while the first entry waits

  function entries() {
    try {
      return JSON.parse(sessionStorage.getItem(place)) ?? [];
    } catch {
      return [];
    }
  }
  function keep(list) {
    try {
      sessionStorage.setItem(place, JSON.stringify(list));
    } catch { /* what cannot be kept is sent all the same */ }
    show();
  }
  const number = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  // The tables of results, or the player of a wish: the rows that an entry is about.
  function rowsOf({ values }) {
    const words = (values.results ?? "").split(/\s+/);
    const pairs = words.every((word) => /^\d+[.,]\d/.test(word)) ? words : words.filter((_, place) => place % 2 === 0);
    const tables = pairs.map((word) => document.getElementById(`t${parseInt(word, 10)}`));
    const field = values.wish && [...document.querySelectorAll("#list [name=wish]")].find((each) => each.value.split(" ")[1] === values.wish.split(" ")[1]);
    return [...tables, field?.closest("tr")].filter(Boolean);
  }
  function show() {
    const waiting = entries();
    for (const badge of document.querySelectorAll(".badge.unsent")) badge.remove();
    for (const button of document.querySelectorAll("button.unsent")) button.classList.remove("unsent");
    line.hidden = !state || !waiting.length;
    if (line.hidden) return;
    line.classList.toggle("bad", state === "unsent");
    line.textContent = line.dataset[state].replace("{count}", waiting.length);
    if (state !== "unsent") return;
    const tapped = new Set(waiting.map(({ values }) => values.results));
    for (const button of document.querySelectorAll("#list button[name=results]")) button.classList.toggle("unsent", tapped.has(button.value));
    for (const row of new Set(waiting.flatMap(rowsOf))) {
      const badge = document.createElement("span");
      badge.className = "badge bad unsent";
      badge.textContent = line.dataset.badge;
      (row.querySelector(".vs") ?? row.cells[0]).append(" ", badge);
    }
  }
  function pause() {
    return new Promise((go) => {
      addEventListener("online", go, { once: true });
      setTimeout(go, AGAIN_AFTER);
    });
  }
  return {
    // What was entered before the page was left or loaded again, with what it showed then.
    earlier: entries(),
    add(address, values, seen) {
      const entry = { number: number(), address, values, seen };
      keep([...entries(), entry]);
      return entry;
    },
    // The answer to an entry; `post` rejects as long as there is none.
    async deliver(entry, post) {
      for (;;) {
        const notice = setTimeout(() => { state ||= "underway"; show(); }, NOTICE_AFTER);
        const answer = await post({ "X-Number": entry.number }).then((value) => ({ value }), () => null);
        clearTimeout(notice);
        state = answer ? "" : "unsent";
        if (answer) {
          keep(entries().filter((each) => each.number !== entry.number));
          return answer.value;
        }
        show();
        await pause();
      }
    },
  };
})();
