// What is sent is kept until the server has answered: marked while it has not, sent again by itself, and once only.
// A form or link that leads to another page is followed only if the server can be reached.
"use strict";

const NOTICE_AFTER = 1000;  // milliseconds after which a person looks whether anything happens
const AGAIN_AFTER = 3000;
const LOST_AFTER = 8000;
const SLOWEST = 60000;  // of a form that creates or imports a tournament
const FRESH_FOR = 10000;  // after which a connection is not taken for granted

const Sending = (() => {
  const line = document.getElementById("unsent");
  const { base } = document.body.dataset;
  // The director's pages share what waits in their tab. Phones forget tabs: there, a page has its own.
  const place = `unsent ${base ?? location.pathname}`;
  const store = (() => { try { return base === undefined ? localStorage : sessionStorage; } catch { return null; } })();
  let waiting = JSON.parse(store?.getItem(place) ?? "[]");
  let state = "";  // "underway" or "unsent" while the first entry waits

  function keep(list) {
    waiting = list;
    try {
      store?.setItem(place, JSON.stringify(list));
    } catch { /* what cannot be kept is sent all the same */ }
    show();
  }
  const number = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  const isWaiting = (entry) => waiting.some((each) => each.number === entry.number);
  function badge(text = line.dataset.badge, kind = "unsent") {
    const mark = document.createElement("span");
    mark.className = `badge bad ${kind}`;
    mark.textContent = text;
    return mark;
  }
  // The rows of results, each with what is entered there; a slip that is scanned is the address of its table.
  function resultsOf({ values }) {
    const words = "team" in values ? [] : (values.results ?? "").replace(/\S*\/table\/\d+[.](\d+)[.]\S+/g, "$1").split(/[\s;]+/);
    const isWhole = words.every((word) => /^\d+[.,]\d/.test(word));
    const pairs = isWhole ? words.map((word) => word.split(/[.,](.*)/)) : words.flatMap((word, place) => place % 2 ? [] : [[word, words[place + 1]]]);
    return pairs.map(([table, result]) => [document.getElementById(`t${parseInt(table, 10)}`), result]).filter(([row]) => row);
  }
  // The games that results are entered for, all of a match of teams, as the page shows them or as what waits makes them.
  function gamesOf(values) {
    const boardsOf = (row) => {
      const rows = [...row.parentElement.rows];
      const start = rows.slice(0, row.sectionRowIndex).findLastIndex((each) => each.matches(".match"));
      const end = rows.findIndex((each, place) => place > start && each.matches(".match"));
      return start < 0 ? [row] : rows.slice(start, end < 0 ? undefined : end).filter((each) => each.dataset.shows);
    };
    const rows = new Set(resultsOf({ values }).flatMap(([row]) => boardsOf(row)));
    const later = waiting.flatMap(resultsOf).filter(([row]) => rows.has(row)).map(([row, result]) => row.dataset.shows.replace(/[^;]*$/, ` ${result}`));
    return [...[...rows].map((row) => row.dataset.shows), ...later].join("\n");
  }
  // The tables of results, or the player of a wish: the rows that an entry is about.
  function rowsOf({ values }) {
    const field = values.wish && [...document.querySelectorAll("#list [name=wish]")].find((each) => each.value.split(" ")[1] === values.wish.split(" ")[1]);
    return [...resultsOf({ values }).map(([row]) => row), field?.closest("tr")].filter(Boolean);
  }
  function say(text, isBad) {
    line.hidden = !text;
    line.classList.toggle("bad", isBad);
    if (line.textContent !== text) line.textContent = text;
  }
  function show() {
    for (const mark of document.querySelectorAll(".badge.unsent")) mark.remove();
    for (const button of document.querySelectorAll("button.unsent")) button.classList.remove("unsent");
    if (!state || !waiting.length) return say("", false);
    say(line.dataset[state].replace("{count}", waiting.length), state === "unsent");
    if (state !== "unsent") return;
    for (const button of document.querySelectorAll("#list button[name=results], .phone button[name]")) {
      button.classList.toggle("unsent", waiting.some(({ values }) => values[button.name] === button.value));
    }
    for (const button of document.querySelectorAll(".phone button.unsent")) button.append(badge());
    for (const row of new Set(waiting.flatMap(rowsOf))) (row.querySelector(".vs") ?? row.cells[0]).append(" ", badge());
  }
  function pause() {
    return new Promise((go) => {
      addEventListener("online", go, { once: true });
      setTimeout(go, AGAIN_AFTER);
    });
  }

  // The answer to something that is not tried again by itself; nothing if there is none, which the line says.
  let isAttempting = false;
  let answeredAt = 0;
  async function attempt(task) {
    if (isAttempting) return undefined;
    isAttempting = true;
    const notice = setTimeout(say, NOTICE_AFTER, line.dataset.underway, false);
    const answer = await task().then((value) => ({ value }), () => null);
    clearTimeout(notice);
    if (answer) answeredAt = performance.now();
    say(answer ? "" : line.dataset.away, !answer);
    isAttempting = false;
    return answer?.value;
  }
  const reach = () => attempt(async () => {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(LOST_AFTER) };
    const answer = await fetch("/static/sending.js", options);
    if (!answer.ok) throw new Error("no answer of this server");
    return true;
  });
  async function pageOf(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // And not what a network says that one must sign in to.
    if (!page.getElementById("unsent")) throw new Error("no page of this server");
    return { page, place: answer.redirected ? answer.url : "" };
  }
  // Outside of a tournament the answer comes to the page that was sent: if it is lost, what was typed is still there.
  async function leave(form, submitter) {
    const fields = new FormData(form, submitter);
    const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
    const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    const options = { method: "POST", body, signal: AbortSignal.timeout(SLOWEST) };
    const answer = await attempt(() => fetch(address, options).then(pageOf));
    if (answer?.place) location.assign(answer.place);
    else if (answer) document.getElementById("main").replaceWith(answer.page.getElementById("main"));
  }
  const isInPlace = (form) => typeof sentInPlace === "function" ? sentInPlace(form) && document.getElementById("lines") : form.matches("[data-send]");
  const isAway = (form) => form.target !== "_blank" && !form.matches("[hx-get]") && !isInPlace(form);
  // An answer may have put another form in the place of one that waited for it.
  function submitAgain(form, submitter, submitting = () => {}) {
    const alike = (each) => each.getAttribute("action") === form.getAttribute("action") && each.method === form.method;
    const now = form.isConnected ? form : [...document.forms].find(alike);
    if (!now) return;
    const pressed = (each) => each.name === submitter?.name && each.value === submitter?.value;
    const button = submitter?.isConnected ? submitter : [...now.elements].find((each) => each.matches("button") && pressed(each));
    submitting(now);
    now.requestSubmit(button);
  }
  const reachedForms = new WeakSet();
  addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !isAway(form) || reachedForms.delete(form)) return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (base === undefined && form.method === "post") return leave(form, submitter);
    if (await reach()) submitAgain(form, submitter, (now) => reachedForms.add(now));
    return undefined;
  }, true);
  // Links are followed at once if the server has just answered. Where entries wait, the director's page waits for them.
  const isLost = () => !navigator.onLine || state === "unsent" || document.getElementById("lost")?.hidden === false;
  const isDoubtful = () => isLost() || performance.now() - answeredAt > FRESH_FOR;
  addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    const elsewhere = link && !link.target && link.origin === location.origin && !link.getAttribute("href").startsWith("#");
    if (event.defaultPrevented || !elsewhere || event.ctrlKey || event.metaKey || event.shiftKey || !isDoubtful()) return;
    if (base !== undefined && waiting.length) return;
    event.preventDefault();
    if (await reach()) location.assign(link.href);
  });

  return {
    // What was entered before the page was left or loaded again, with what it showed then.
    earlier: waiting,
    show,
    badge,
    rowsOf,
    gamesOf,
    attempt,
    isAttempting: () => isAttempting,
    pageOf,
    submitAgain,
    // Of a table only the last choice counts; `alone` leaves out what waits.
    add(address, values, seen, { alone = false } = {}) {
      const entry = { number: number(), address, values, seen };
      keep([...alone ? [] : waiting, entry]);
      return entry;
    },
    // The answer to an entry, nothing if it was replaced meanwhile; `post` rejects as long as there is none.
    async deliver(entry, post) {
      while (isWaiting(entry)) {
        const notice = setTimeout(() => { state ||= "underway"; show(); }, NOTICE_AFTER);
        const answer = await post({ "X-Number": entry.number }).then((value) => ({ value }), () => null);
        clearTimeout(notice);
        state = answer ? "" : "unsent";
        if (answer) {
          answeredAt = performance.now();
          const counts = isWaiting(entry);
          keep(waiting.filter((each) => each.number !== entry.number));
          return counts ? answer.value : undefined;
        }
        show();
        await pause();
      }
      return undefined;
    },
  };
})();
