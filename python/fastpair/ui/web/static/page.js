// Search, keyboard, dragging, and changes that others make. Everything else is a form or a link.
"use strict";

const find = (id) => document.getElementById(id);
const state = () => find("state").dataset;
// As the commands read names: no accents, and letters such as ß or ł in plain ones.
const letters = JSON.parse(document.body.dataset.letters ?? "{}");
const folded = (text) => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
  .replace(/[^\0-\x7f]/gu, (sign) => letters[sign] ?? sign);

// What the browser shows goes with every request: the server refuses what rests on an old state.
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-Seen"] ??= state().seen ?? "";
  event.detail.headers["X-Form"] = state().form ?? "";
  const { part, round } = document.body.dataset;
  if (part) event.detail.headers["X-Place"] = `${part}/${round}`;
});

// Forms are sent one after the other, as they were pressed, however slow the answers are. What is
// typed as a result is taken from its field at once, and put back there if it was refused.
let sent = Promise.resolve();
let waitingFor = 0;  // forms that are not answered
let unsettled = 0;  // forms that were refused, or answered by a question
let submitted = new WeakMap();  // the values of fields that were sent, unless they were refused
let filled = "";  // what the page has put into the field for results, and nobody has typed
function send(address, values) {
  before = { field: document.activeElement, value: document.activeElement.value };
  const games = "expect" in values ? "" : Sending.gamesOf(values);
  return sendEntry(Sending.add(address, games ? { ...values, expect: games } : values, state().seen));
}
function sendEntry(entry, seen = {}) {
  const { address, values } = entry;
  const options = { source: "#sender", target: "#main", swap: "none", values };
  waitingFor += 1;
  const post = async (headers) => {
    let status = 0;
    find("sender").addEventListener("htmx:afterRequest", ({ detail }) => { status = detail.xhr.status; }, { once: true });
    await htmx.ajax("POST", address, { ...options, headers: { ...headers, ...seen } });
    if (status === 502 || status === 504) throw new Error("no answer of the server, but of what stands before it");
  };
  sent = sent.then(() => Sending.deliver(entry, post))
    .then(() => !document.querySelector("#messages .refused:not([data-earlier] *)"), () => false)
    .then((done) => {
      waitingFor -= 1;
      unsettled += !done;
      if (done) for (const row of Sending.rowsOf(entry)) unsaved.delete(row.id);
      showUnsaved();
      return done;
    });
  return sent;
}
// What was not saved since the game is not what was seen stays marked at its row, until it is entered or the message closed.
const unsaved = new Map();
function showUnsaved() {
  for (const mark of document.querySelectorAll("#list .badge.unsaved")) mark.remove();
  for (const [id, text] of unsaved) find(id)?.querySelector(".vs").append(" ", Sending.badge(text, "unsaved"));
}
document.addEventListener("htmx:oobAfterSwap", showUnsaved);
// What was not sent before the page was loaded again rests on what it showed then.
if (find("sender")) for (const entry of Sending.earlier) sendEntry(entry, { "X-Seen": entry.seen ?? "" });
// The page is left when all that was entered has arrived, and stays if something was refused or is asked.
async function whenAnswered(leave) {
  const earlier = unsettled;
  document.body.ariaBusy = "true";
  while (waitingFor) await sent;
  document.body.ariaBusy = "false";
  if (unsettled === earlier) leave();
}
addEventListener("click", (event) => {  // of the window, so after those by which the page answers a click itself
  const link = event.target.closest("a[href]");
  const elsewhere = link && !link.target && !link.download && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!waitingFor || !elsewhere || event.defaultPrevented || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  whenAnswered(() => location.assign(link.href));
});
// Where the browser leaves by itself, back or to another site, it asks.
addEventListener("beforeunload", (event) => {
  const typed = find("typed")?.value.trim();
  if (waitingFor || (typed && typed !== filled)) event.preventDefault();
});
// A form that is sent twice, as by a double click, is done once.
const underway = new Set();
addEventListener("pageshow", () => underway.clear());
function startSending(form, submitter) {
  const values = [...new FormData(form, submitter)].map(([name, value]) => [name, value.name ?? value]);
  const sending = JSON.stringify([form.getAttribute("action"), values]);
  if (underway.has(sending)) return "";
  underway.add(sending);
  return sending;
}
// What a form holds; several values of a field, a line each.
function valuesOf(form, submitter) {
  const values = {};
  for (const [name, value] of new FormData(form, submitter)) {
    values[name] = name in values ? `${values[name]}\n${value}` : value;
  }
  return values;
}
// A step that leads to another list goes there.
function sentInPlace(form) {
  if (form.matches("[data-send]")) return true;
  if (!form.matches("[data-step]")) return false;
  const address = form.getAttribute("action");
  return !address.endsWith("/draw") || address.startsWith(`${document.body.dataset.place}/`);
}
document.addEventListener("submit", (event) => {
  const form = event.target;
  form.closest("details.menu")?.removeAttribute("open");
  const sending = form.method === "post" ? startSending(form, event.submitter) : "a question";
  if (!sending) return event.preventDefault();
  // What is shown of one player or table alone has no list that could change: the answer is a page.
  if (!sentInPlace(form) || !find("lines")) {
    if (waitingFor) {
      event.preventDefault();
      underway.delete(sending);
      const { submitter } = event;
      whenAnswered(() => Sending.submitAgain(form, submitter));
    }
    return;
  }
  event.preventDefault();
  const values = valuesOf(form, event.submitter);
  const typed = form.querySelector("[data-typed]");
  if (typed) typed.value = "";
  const answers = event.submitter?.closest("#messages");
  event.submitter?.closest(".question")?.removeAttribute("data-waits");
  form.ariaBusy = "true";
  for (const field of typedFields(form)) submitted.set(field, valueOf(field));
  send(form.getAttribute("action"), values).then((done) => {
    form.ariaBusy = "false";
    underway.delete(sending);
    if (!done && !document.querySelector("#messages .question")) submitted = new WeakMap();
    const field = find("typed");
    if (done && answers && field?.value === filled) field.value = "";
    const fill = done ? document.querySelector("#messages [data-fill]")?.dataset.fill : values[typed?.name];
    if (typed && !typed.value && fill) {
      typed.value = filled = fill;
      if (!done && document.activeElement === typed) typed.select();  // what is typed next replaces what was refused
    }
    if (done && form.matches("[data-again]") && !document.querySelector("#messages [form]")) {
      form.reset();
    }
    if (form.matches("[data-again]")) form.querySelector("[name=name]")?.select();
    document.querySelector("#panel [aria-invalid]")?.focus();
  });
});
// A question takes the keyboard, so that Enter confirms and Esc keeps what there is. While something is
// being typed it waits beside the next messages: no key is taken for an answer that was meant for a field.
let before = {};  // where the keyboard was when something was sent, and what was typed there
let saidAt = -Infinity;  // when a message came
let beforeQuestion = null;  // where it was when a question took it
function ask() {
  const question = document.querySelector("#messages .question");
  const here = document.activeElement;
  if (!question) return goBack();
  const typing = here.matches("input:not([type=checkbox]), textarea") && here.value !== (here === before.field ? before.value : "");
  question.toggleAttribute("data-waits", typing);
  if (typing) return;
  if (here !== document.body && !here.closest("#messages")) beforeQuestion = { here, again: finder(here) };
  question.querySelector(".help").hidden = false;
  question.querySelector("button").focus();
}
// What is replaced under the keyboard is found again by what it does, also in another line, or in its line by its place.
// If it is gone, its line or part has the keyboard, where Tab goes on: a second Enter in haste does nothing else.
const FIELDS = "input:not([type=hidden]), select, textarea";
const WAYS = `a, button, summary, ${FIELDS}`;
const effectOf = (each) => [each.localName, each.getAttribute("href") ?? [each.form?.getAttribute("action"), each.name, !each.matches(FIELDS) && each.value],
  each.localName === "summary" && each.textContent].join();
function finder(element, part = element.closest("#list tr")) {
  if (!part) return () => null;
  const line = element.closest("#list tr") ?? part;
  const [effect, isLink] = [effectOf(element), element.matches("#list a")];
  const alike = (each) => effectOf(each) === effect;
  const before = [...line.querySelectorAll(WAYS)];
  const [place, turn] = [before.indexOf(element), before.filter(alike).indexOf(element)];
  return () => {
    const now = find(line.id) ?? find(part.id);
    const found = [...now?.querySelectorAll(WAYS) ?? []];
    const same = found.filter(alike);
    const moved = isLink ? [...document.querySelectorAll("#list a")].find(alike) : null;
    return same[turn] ?? same.at(-1) ?? moved ?? (now?.matches("tr") ? found[place] : null) ?? now;
  };
}
function takeKeyboard(wanted) {
  const hidden = wanted?.closest("#list tr[hidden]");  // as a filter leaves it out now: its place is that of the next line
  const element = hidden ? lines().slice(lines().indexOf(hidden)).find((line) => !line.hidden) ?? filter : wanted;
  if (element && !element.matches(WAYS)) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
// What leads on stays where it is, under a hand or the keyboard, unless it has changed.
document.addEventListener("htmx:oobBeforeSwap", ({ target, detail }) => {
  if (target.matches("nav") && detail.fragment.firstElementChild?.innerHTML.trim() === target.innerHTML.trim()) detail.shouldSwap = false;
});
function goBack() {
  if (!beforeQuestion) return;
  const { here, again } = beforeQuestion;
  const field = here.isConnected ? here : find(here.id) ?? again() ?? find("typed");
  beforeQuestion = null;
  const now = document.activeElement;
  if (now !== document.body && !now.closest("#messages")) return;  // what is typed there by now stays
  field?.focus();
  field?.select?.();
}
document.addEventListener("htmx:oobBeforeSwap", ({ target }) => {
  if (target.id !== "messages") return;
  const waits = target.querySelector(".question[data-waits]");
  queueMicrotask(() => {
    saidAt = performance.now();
    const { asks, badge } = target.querySelector("[data-asks]")?.dataset ?? {};
    if (asks) unsaved.set(`t${asks}`, badge);
    if (waits) {
      waits.dataset.earlier = "";
      target.prepend(waits);
    }
    restoreKeyboard();
    ask();
    const here = document.activeElement;
    if (here.matches(":focus-visible") && !here.closest("#messages")) here.scrollIntoView({ block: "nearest" });
  });
});
// The second click of a double click is none on what has just come under the pointer.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest("#messages") || performance.now() - saidAt > 600) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
function closeMessages() {
  if (document.querySelector("#messages .question")) submitted = new WeakMap();
  const asks = document.querySelector("#messages [data-asks]")?.dataset.asks;
  if (unsaved.delete(`t${asks}`)) showUnsaved();
  const inside = find("messages")?.contains(document.activeElement);
  find("messages")?.replaceChildren();
  goBack();
  if (inside && document.activeElement === document.body) takeKeyboard(find("main"));
}
// A message goes after a while, the longer the more there is to read, unless it is an error or a question, has notes
// to be read or the keyboard, or nobody sees the page.
const SECONDS = 8;
const LETTERS_A_SECOND = 15;
let shownSince = 0;
setInterval(() => {
  const message = document.querySelector("#messages .message");
  const stays = !message || document.hidden || message.matches(".refused, .question, :hover, :focus-within")
    || message.querySelector("[form], details");
  if (stays) shownSince = performance.now();
  else if (performance.now() - Math.max(shownSince, saidAt) > 1000 * Math.max(SECONDS, message.textContent.trim().length / LETTERS_A_SECOND)) closeMessages();
}, 500);
document.addEventListener("htmx:sendError", () => { find("lost").hidden = false; });

// Changes of others.
let told = document.body.dataset.version ?? null;
let waiting = 0;
// Nothing is replaced under a hand, nor before what was sent is answered: a pressed button would be gone before
// its click, an open menu closed, and what was typed lost if it is refused.
let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { pressed = false; }, true);
addEventListener("blur", () => { pressed = false; });  // of the window: that of a field comes with each click
const inUse = () => pressed || dragged || waitingFor || Sending.isAttempting() || document.activeElement.matches("#head select, #head input, #rail select, #rail input")
  || document.querySelector("details.menu[open], dialog[open]");
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.requestConfig.elt.id !== "reader" || !inUse()) return;
  event.detail.shouldSwap = false;
  refresh();
});
function refresh() {
  const hall = document.body.classList.contains("hall");
  clearTimeout(waiting);
  // A hall of phones does not ask all at once.
  waiting = setTimeout(() => {
    waiting = 0;
    if (inUse()) return refresh();
    const place = location.pathname + location.search;
    const again = () => setTimeout(refresh, AGAIN_AFTER);
    if (hall) {
      htmx.ajax("GET", place, { source: "#reader", target: "#content", swap: "innerHTML" }).then(showMine).catch(again);
    } else {
      htmx.ajax("GET", place, { source: "#reader", target: "#main", swap: "none" }).catch(again);
    }
  }, hall ? 1500 * Math.random() : 100);
}
function listen() {
  const events = new EventSource(document.body.dataset.events);
  const leave = () => events.close();
  addEventListener("pagehide", leave);
  events.addEventListener("state", (event) => {
    find("lost").hidden = true;
    if (told !== null && told !== event.data) refresh();
    told = event.data;
  });
  events.addEventListener("open", () => { find("lost").hidden = true; });
  events.addEventListener("results", (event) => {
    const { version, results } = JSON.parse(event.data);
    told = version;
    showResults(results);
  });
  events.addEventListener("error", () => {
    find("lost").hidden = false;
    if (events.readyState !== EventSource.CLOSED) return;
    // Refused, as too many listen: the browser does not try again by itself.
    removeEventListener("pagehide", leave);
    setTimeout(() => { refresh(); listen(); }, 20000);
  });
}
if (document.body.dataset.events) listen();

// Results that have come to the boards in sight; other pages of the hall ask for what they show.
function showResults(results) {
  if (!document.querySelector("#content [data-of]")) {
    if (!waiting) refresh();
    return;
  }
  let mine = false;
  for (const [round, table, result] of results) {
    const of = `[data-of="${round}.${table}"]`;
    for (const cell of document.querySelectorAll(`#content ${of}`)) {
      cell.textContent = result === "postponed" ? document.body.dataset.postponed : result;
    }
    mine ||= Boolean(document.querySelector(`#mine ${of}`));
  }
  if (mine) showMine();
}
// Whose phone it is in the hall: the phone alone knows. Names say it at first, and in each tournament from then on the
// addresses of the players, which stay when names become other ones. Who is in no list of a tournament chooses.
const kept = (() => { try { return localStorage; } catch { return null; } })();
const entriesOf = (key, mark) => (kept?.getItem(key) ?? "").split(mark).filter(Boolean);
const remembered = (place) => new URLSearchParams(
  [...entriesOf("me", "\n").map((name) => ["me", name]), ...entriesOf(place.dataset.from, " ").map((player) => ["player", player])]);
const cardsIn = (place) => [...place.querySelectorAll("[data-player]")];
function remember(key, players, names) {
  for (const [name, value] of [[key, players.join(" ")], ["me", names.join("\n")]]) {
    if (value) kept?.setItem(name, value);
    else kept?.removeItem(name);
  }
}
function showMine() {
  for (const place of document.querySelectorAll("[data-from]")) {
    const asked = String(remembered(place));
    if (!asked) {
      place.replaceChildren();
      markMine(place);
      continue;
    }
    htmx.ajax("GET", `${place.dataset.from}?${asked}`, { source: place, target: place, swap: "innerHTML" }).then(() => {
      if (String(remembered(place)) === asked) markMine(place);
    }, () => {});  // what was shown stays
  }
}
function markMine(place) {
  const cards = cardsIn(place);
  const players = cards.map(({ dataset }) => dataset.player);
  if (cards.length) kept?.setItem(place.dataset.from, players.join(" "));
  document.querySelectorAll("[data-tap]").forEach((hint) => { hint.hidden = Boolean(cards.length); });
  document.querySelectorAll("[data-add]").forEach((offer) => { offer.hidden = !kept || players.includes(offer.dataset.add); });
  for (const line of document.querySelectorAll("#content tbody tr")) {
    const shows = (text) => cards.some(({ dataset: { name } }) => text === name || text.startsWith(`${name} `));
    line.classList.toggle("mine", [...line.cells].some((cell) => shows(cell.textContent.trim())));
  }
}
function addPlayer(key, player, name) {
  remember(key, [...new Set([...entriesOf(key, " "), player])], [...new Set([...entriesOf("me", "\n"), name])]);
}
const checkedIn = document.querySelector("[data-mine]")?.dataset;
if (checkedIn) addPlayer(checkedIn.mine, checkedIn.player, checkedIn.name);
document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-me]")?.dataset.me;
  if (name && !document.querySelector("#mine [data-player]")) kept?.setItem("me", name);
  const added = event.target.closest("[data-add]")?.dataset;
  if (added) addPlayer(find("mine").dataset.from, added.add, added.name);
  const card = event.target.closest("[data-forget]") && event.target.closest("[data-player]");
  if (card) {
    const place = card.closest("[data-from]");
    const rest = cardsIn(place).filter((each) => each !== card).map((each) => each.dataset);
    for (const key of Object.keys(kept)) if (key.endsWith("/hall/mine")) kept.removeItem(key);
    remember(place.dataset.from, rest.map((each) => each.player), rest.map((each) => each.name));
  }
  if (added || card) showMine();
});
showMine();
// A form that was answered by a page leaves the address of that page: it is reloaded, not sent again.
if (document.body.dataset.place && !location.pathname.endsWith(document.body.dataset.place) && document.querySelector("#messages .message")) {
  history.replaceState(null, "", document.body.dataset.place);
}
// The phases are one line on a phone, which shows where one is.
const current = document.querySelector(".phases [aria-current]");
if (current) {  // scrollIntoView would let the keyboard start there, too
  const row = current.closest(".phases");
  row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}
document.addEventListener("focusin", ({ target }) => {  // a browser is content with an edge of it
  if (target.closest(".phases, .rounds, .chips, .letters")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

// The second click of a double click is no second wish: what stands there may be another button by then.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("form button, button[form]")) event.preventDefault();
}, true);

// The player of a line: what its button sends, after the wish.
const keyOf = (line) => line.querySelector("[name=wish]")?.value.replace(/^\w+ /, "");
// A name and Enter says that somebody is here, whatever was known before.
function checkIn(some) {
  const form = some[0].closest("form");
  const values = valuesOf(form);
  const keys = some.map(keyOf);
  send(form.getAttribute("action"), { ...values, wish: `present ${keys[0]}`, players: keys.join("\n") });
}
const isIn = (line, filter) => (line.dataset.in ?? "").split(" ").includes(filter);
// At the check-in desk all who are found come in at once, as a family does.
const arrive = document.querySelector("[data-arrive]");
const found = () => lines().filter((line) => !line.hidden && keyOf(line));
const notHere = () => found().filter((line) => !isIn(line, "here") && !isIn(line, "late"));
function offerArrival() {
  if (!arrive) return;
  const count = filter.value.trim() ? notHere().length : 0;
  arrive.hidden = !count;
  document.querySelector("#list .on")?.classList.remove("on");
  if (filter.value.trim()) (notHere()[0] ?? found()[0])?.classList.add("on");
  if (count > 1) arrive.textContent = arrive.dataset.text.replace("{count}", count);
  else arrive.textContent = arrive.dataset.one;
}
arrive?.addEventListener("click", () => {
  checkIn(notHere());
  filter.select();
});

// Search.
const filter = find("filter");
let nobody = null;  // what was found when there was nobody to check in: an answer that finds the same leaves it said
function sayFound(text) {
  if (text === nobody) return;
  nobody = null;
  find("found").textContent = text;
}
function sayNobody() {
  nobody ??= find("found").textContent;
  find("found").textContent = find("found").dataset.nobody;
}
let show = new URLSearchParams(location.search).get("show") ?? document.querySelector("#chips [aria-current]")?.dataset.show ?? "";
const lines = () => [...document.querySelectorAll("#list tr:not(.match)")];
function search() {
  const words = folded(filter.value).split(/\s+/).filter(Boolean);
  const here = document.activeElement.closest("#list tr");
  let count = 0;
  let others = 0;  // that the chip leaves out
  for (const line of lines()) {
    line.folded ??= folded([...line.cells].filter((cell) => !cell.matches(".entered, :has(.seg)"))
      .map((cell) => cell.textContent).concat(line.dataset.also ?? "").join(" "));
    const named = words.every((word) => line.folded.includes(word));
    const shown = named && (!show || isIn(line, show));
    others += named && !shown;
    if (line.hidden === shown) line.hidden = !shown;
    count += shown;
  }
  let shown = false;
  for (const line of [...document.querySelectorAll("#list:has(.match) tr")].reverse()) {  // a match is shown while one of its boards is
    if (!line.matches(".match")) shown ||= !line.hidden;
    else { line.hidden = !shown; shown = false; }
  }
  const text = find("found").dataset[others ? "others" : "found"];
  sayFound(words.length ? text.replace("{count}", count).replace("{others}", others) : "");
  offerArrival();
  if (here?.hidden) takeKeyboard(here);
}
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-narrow]")) return;
  const found = new Set(foundBy(event.target).slice(0, MOST_FOUND));
  for (const label of labelsOf(event.target)) label.hidden = !label.querySelector(":checked") && !found.has(label);
});
// Of a long list to choose from, those are shown that are chosen or found, by name or the number of a table.
const MOST_FOUND = 12;
const labelsOf = (field) => [...field.parentElement.querySelectorAll("label")];
function foundBy(field) {
  const words = folded(field.value).split(/\s+/).filter(Boolean);
  const isFound = (label) => words.every((word) => /^\d+$/.test(word) ? label.dataset.table === word : folded(label.textContent).includes(word));
  return words.length ? labelsOf(field).filter(isFound) : [];
}
// Enter chooses who alone is found, or whose box has the keyboard, which the first of several gets; in an empty field it
// sends the form.
document.addEventListener("keydown", (event) => {
  const field = event.target.closest(".choose")?.querySelector("[data-narrow]");
  if (event.key !== "Enter" || !field || (event.target === field && !field.value.trim())) return;
  event.preventDefault();
  const found = event.target === field ? foundBy(field).map((label) => label.querySelector("input")) : [event.target];
  if (found.length !== 1) return found[0]?.focus();
  found[0].checked = true;
  field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});

if (filter) {
  filter.addEventListener("input", search);
  document.addEventListener("htmx:oobAfterSwap", () => { if (filter.value || show) { markChips(); search(); } });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-show], #next a[href*='?show=']");
    if (!link || event.ctrlKey || event.metaKey || link.pathname !== location.pathname) return;
    event.preventDefault();
    show = new URL(link.href).searchParams.get("show") ?? "";
    history.replaceState(null, "", link.href);
    markChips();
    search();
  });
  if (show) { markChips(); search(); }
  // A row that an address names is shown, whatever was searched.
  const showNamed = () => {
    const line = lines().find((each) => `#${each.id}` === location.hash);
    if (line?.hidden) { filter.value = show = ""; markChips(); search(); }
    line?.scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", showNamed);
  showNamed();
}
function markChips() {
  for (const chip of document.querySelectorAll("#chips a")) {
    chip.toggleAttribute("aria-current", (new URL(chip.href).searchParams.get("show") ?? "") === show);
  }
  // A step that leads to the lines that are shown leads nowhere.
  for (const step of document.querySelectorAll("#next a[href*='?show=']")) {
    step.hidden = step.pathname === location.pathname && new URL(step.href).searchParams.get("show") === show;
  }
}
// A column in which no line has anything is not shown.
function hideEmptyColumns() {
  for (const table of document.querySelectorAll(".sheet:not(.preview) > table")) {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    for (const { cellIndex } of table.tHead?.rows[0]?.cells ?? []) {
      const empty = rows.length > 0 && !rows.some((row) => row.cells[cellIndex]?.hasChildNodes());
      table.classList.toggle(`none-${cellIndex + 1}`, empty);
    }
  }
}
hideEmptyColumns();
document.addEventListener("htmx:afterSettle", hideEmptyColumns);
// A long list in the order of names offers their first letters.
function offerLetters() {
  const starts = [];
  for (const line of lines()) {
    const letter = folded(line.cells[0]?.textContent.trim()).charAt(0).toUpperCase();
    if (starts.at(-1)?.letter !== letter) starts.push({ letter, line });
  }
  document.querySelector(".letters")?.remove();
  const letters = starts.map((each) => each.letter);
  if (lines().length < 50 || new Set(letters).size < letters.length || !letters.every((each) => /\p{L}/u.test(each))) return;
  const row = document.createElement("p");
  row.className = "letters";
  row.append(...starts.map(({ letter, line }) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: letter });
    button.addEventListener("click", () => {
      find(line.id).scrollIntoView();
      ways(find(line.id))[0].focus({ preventScroll: true });
    });
    return button;
  }));
  document.querySelector("#lines table").before(row);
}
if (find("lines")) {
  offerLetters();
  document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.target.matches("tbody")) offerLetters(); });
}
const tableOf = (line) => (line.querySelector(".tb") ?? line.cells[0]).textContent.trim();
const ways = (line) => line.querySelectorAll("a, button");
function step(from, by) {
  const shown = lines().filter((line) => !line.hidden);
  const here = shown.indexOf(from);
  const next = shown[here + by];
  if (!next) { if (by < 0) filter?.focus(); return; }
  const place = from ? [...ways(from)].indexOf(document.activeElement) : ways(next).length - 1;
  (ways(next)[place] ?? ways(next)[0])?.focus();
}
// Single keys, which the menu switches off.
const SINGLE_KEYS = "single keys off";
const singleKeys = find("single-keys");
if (singleKeys) {
  singleKeys.checked = !kept?.getItem(SINGLE_KEYS);
  singleKeys.addEventListener("change", () => {
    if (singleKeys.checked) kept?.removeItem(SINGLE_KEYS);
    else kept?.setItem(SINGLE_KEYS, "yes");
  });
}
const PHASES = { s: 0, p: 1, r: 2, t: 3 };
let going = false;  // after g
function singleKey(event) {
  const { key } = event;
  const inRounds = document.body.dataset.part === "boards";
  if (going && key in PHASES) {
    going = false;
    const address = new RegExp(["/rules/", "/players/", "/(boards|results)/", "/standings/"][PHASES[key]]);
    return [...document.querySelectorAll(".phases a")].find((link) => address.test(link.pathname));
  }
  going = key === "g";
  if (key === "n") return document.querySelector("#next .primary");
  if (key === "[" || key === "]") {
    const rounds = [...document.querySelectorAll(".rounds a")];
    return rounds[rounds.findIndex((link) => link.hasAttribute("aria-current")) + (key === "]" ? 1 : -1)];
  }
  if (key === "m" && find("typed")) {
    const line = lines().find((each) => isIn(each, "missing"));
    if (line) {
      find("typed").value = filled = `${tableOf(line)} `;
      find("typed").focus();
      line.scrollIntoView({ block: "center" });
      preview();
    }
    return null;
  }
  if (inRounds && key === "v") {
    const marked = lines().filter((each) => isIn(each, "review"));
    const here = marked.indexOf(document.activeElement.closest("#list tr"));
    const next = marked[(here + 1) % (marked.length || 1)];
    next?.scrollIntoView({ block: "center" });
    ways(next ?? document)[0]?.focus();
    return null;
  }
  if (inRounds && key === "s") return document.querySelector("#panel [name=other]");
  if (inRounds && (key === "x" || key === "w")) return document.querySelector(`#panel [data-key=${key}]`);
  return null;
}
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
  if (!typing && (event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey) {
    const undo = document.querySelector("#messages .undo button");
    const log = [...document.querySelectorAll(".menu a")].find((link) => link.pathname.includes("/log/"));
    if (undo ?? log) event.preventDefault();
    return (undo ?? log)?.click();
  }
  if (!typing && event.key === "?" && find("keys")) return find("keys").showModal();
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && singleKeys?.checked && !document.querySelector("dialog[open]")) {
    const target = singleKey(event);
    if (target) {
      event.preventDefault();
      if (target.name === "other") target.focus();
      else target.click();
      return;
    }
  }
  if (event.key === "Escape") closeMenus();
  const line = event.target.closest("#list tr");
  const plain = !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  // A number pad, or a scanner that types the address of a slip, needs no click first.
  if (plain && /^[0-9h]$/.test(event.key)) {
    find("typed")?.focus();
    if (document.querySelector("#messages .question")) find("typed")?.select();  // not what was refused
  }
  const pages = { PageDown: .9, PageUp: -.9, " ": event.shiftKey ? -.9 : .9, ArrowDown: .06, ArrowUp: -.06, Home: -1e6, End: 1e6 }[event.key];
  if (pages && plain && event.target === document.body) {
    const page = document.querySelector("#messages + .view > .view-in");  // which scrolls instead of the document
    page?.scrollBy(0, pages * page.clientHeight);
  }
  if (event.key === "/" && filter && (!typing || (event.target === filter && filter.selectionStart === 0))) {
    event.preventDefault();
    filter.select();
  } else if (event.key === "Escape" && (event.target.closest("#messages") || document.querySelector("#messages .question"))) {
    closeMessages();
  } else if (event.key === "Escape" && find("panel")?.firstChild) {
    closePanel();
  } else if (event.target === filter && event.key === "ArrowDown") {
    event.preventDefault();
    step(null, 1);
  } else if (event.target === filter && event.key === "Enter") {
    event.preventDefault();
    const first = lines().find((each) => !each.hidden);
    if (filter.value && first && find("typed")) {
      // A table that is found by a name: its number is typed, and the result follows.
      find("typed").value = filled = `${tableOf(first)} `;
      find("typed").focus();
      filter.value = "";
      return search();
    }
    if (filter.value && first && !keyOf(first)) {
      const way = [...ways(first)].at(-1);  // a name opens what it finds; a button has to be pressed itself
      if (way?.matches("button")) return way.focus();
      way?.click();
    } else if (filter.value && first) {
      const waiting = arrive ? notHere() : [];
      if (event.shiftKey && waiting.length) checkIn(waiting);
      else if (event.shiftKey && arrive) sayNobody();
      else checkIn([waiting[0] ?? first]);
    }
    else if (arrive && event.shiftKey) sayNobody();
    filter.select();
  } else if (line && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    step(line, event.key === "ArrowDown" ? 1 : -1);
  }
});

// What is shown beside the list.
let opener = "";  // the address of the link, as answers put fresh links into the page
let panelled = "";  // the address of what is shown
// What is shown beside a list is one step in the history of the browser: Back closes it.
function showPanel(address, step = true) {
  if (step && find("lines")) {
    // Going back to a fragment, the browser would take the keyboard there.
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
    history[history.state?.panel ? "replaceState" : "pushState"]({ panel: address }, "");
  }
  const late = setTimeout(() => { find("panel").textContent = document.body.dataset.wait; }, 300);
  panelled = address;
  return htmx.ajax("GET", address, { source: "#panel", target: "#panel", swap: "innerHTML" }).then(() => {
    clearTimeout(late);
    find("panel").focus({ preventScroll: true });
  });
}
function closePanel() {
  emptyPanel();
  leaveStep();
}
function leaveStep() {
  if (!history.state?.panel) return;
  history.replaceState({}, "");  // a second key in haste goes no further back
  history.back();
}
document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  if (target.id !== "panel" || find("panel").firstChild) return;
  leaveStep();
  if (document.activeElement === document.body) focusOpener();
});
function emptyPanel() {
  find("panel").replaceChildren();
  focusOpener();
}
function focusOpener() {
  const links = opener ? [...document.querySelectorAll("#main a")] : [];
  (links.find((link) => link.getAttribute("href") === opener) ?? filter ?? find("main")).focus();
}
addEventListener("popstate", ({ state }) => {
  if (state?.panel && find("lines")) showPanel(state.panel, false);
  else if (find("panel")?.firstChild && find("lines")) emptyPanel();
});
if (find("lines")) {
  const open = new URLSearchParams(location.search).get("open") ?? "";
  if (history.state?.panel) history.replaceState(null, "");
  if (/^[a-z]+\?[\w%=&.-]+$/.test(open)) showPanel(`${location.pathname}/${open}`, false);
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("#list a, #rail .who, a[data-panel], #more-results a");
  const seat = find("more-results")?.querySelector("[data-side]") && event.target.closest("#list :is(td.w, td.b)");
  if (event.target.closest("#messages [data-close]")) {
    closeMessages();
  } else if (event.target.closest("[data-close]")) {
    if (find("lines")) {
      event.preventDefault();
      closePanel();
    } else if (!event.target.closest("a")) history.back();
  } else if (link && find("lines") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const address = link.getAttribute("href");
    link.closest("details.menu")?.removeAttribute("open");
    if (!link.closest("#panel")) opener = address;
    showPanel(address);
  } else if (seat) showPanel(seatOf(tableOf(seat.parentElement), seat.matches(".w") ? "white" : "black"));
});
// The player on a side of a table: their names in the list of results carry no address.
const seatOf = (table, side) => `${document.body.dataset.base}/boards/${document.body.dataset.round}/seat?table=${table}&side=${side}`;

// Menus: one at a time, closed by a click outside.
function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
  const more = find("more-results");
  if (more && !more.hidden) {
    more.hidden = true;
    document.querySelector(`[data-more="${more.dataset.table}"]`)?.focus();
  }
}
// A result of the second game of a match has the points of White in the first one first, too.
const AHEAD = { 6: "7", "1/2-0": "0-1/2", "1-0u": "0-1u" };  // White has more, and Black
const TURNED = { ...AHEAD, ...Object.fromEntries(Object.entries(AHEAD).map(([white, black]) => [black, white])) };
const ofGame = (mark, game) => game === "2" ? `,${TURNED[mark] ?? mark}` : game ? `${mark},` : mark;
document.addEventListener("click", (event) => {
  const dialog = event.target.closest("[data-dialog]");
  if (dialog) find(dialog.dataset.dialog).showModal();
  const more = event.target.closest("[data-more]");
  closeMenus(event.target.closest("details.menu"));
  if (!more) return;
  const popup = find("more-results");
  const table = more.dataset.more;
  popup.dataset.table = table;
  // The headings of the columns say who has which colour in the first game alone, so the winner of a match is named.
  const { game } = more.dataset;
  const sides = [".w", ".b"].map((side) => find(`t${table}`).querySelector(side).textContent);
  const winner = (mark) => mark in TURNED ? sides[Number((mark in AHEAD) === (game === "2"))] : undefined;
  for (const button of popup.querySelectorAll("button")) {
    const typed = ofGame(button.dataset.mark, game);
    button.value = `${table} ${typed}`;
    button.querySelector("kbd").textContent = typed.replace(",", "");
    button.querySelector("b").textContent = (game && winner(button.dataset.mark)) ?? "";
  }
  for (const link of popup.querySelectorAll("[data-side]")) {
    link.href = seatOf(table, link.dataset.side);
    link.textContent = find(`t${table}`).querySelector(`.${link.dataset.side[0]}`).textContent;
  }
  popup.hidden = false;
  const place = more.getBoundingClientRect();
  popup.style.top = `${Math.min(place.bottom, innerHeight - popup.offsetHeight - 8)}px`;
  popup.style.left = `${Math.max(8, place.right - popup.offsetWidth)}px`;
  popup.querySelector("button").focus();
});

// What a typed result means, before Enter saves it.
const RESULTS = { 1: "white", 2: "black", 3: "jigo", 0: "none", "1-0": "white", "0-1": "black", "1/2": "jigo" };
const POINTS = { 1: "1–0", 2: "0–1", 3: "½", 4: "0–0", 5: "1–1", 6: "1–0!", 7: "0–1!", 8: "0–0!", 9: "postponed", 0: "?" };
function preview() {
  const output = find("seen");
  if (!output) return;
  const texts = output.dataset;
  const size = 1 + Number(find("typed").dataset.games ?? 1);
  const words = [];
  for (const word of find("typed").value.split(/[\s,;]+/).filter(Boolean)) {
    // On a telephone the key for the decimal stands between a table and its result, or the numbers of two games.
    const separator = size > 2 && /^\d+([.]\d)+$/.test(word) ? "." : words.length % size ? undefined : /[.](.*)/;
    words.push(...word.split(separator).filter(Boolean));
  }
  if (!words.length) return output.replaceChildren(texts.first);
  const [table, result, second] = words.slice(words.length - (words.length % size || size));
  const line = find(`t${table}`);
  const tables = lines().map((each) => each.querySelector(".tb").textContent.trim()).filter(Boolean);
  const put = (text, values) => text.replace(/{(\w+)}/g, (whole, name) => values[name] ?? whole);
  if (!line) {
    const values = { table, first: tables[0], last: tables.at(-1) };
    return output.replaceChildren(/^\d+$/.test(table) && tables.length ? put(texts.unknown, values) : "");
  }
  const values = { table, white: line.querySelector(".w").textContent, black: line.querySelector(".b").textContent };
  const others = JSON.parse(texts.results);
  if (!result || (size > 2 && !second)) output.textContent = put(texts.table, values);
  else if (second) output.textContent = put(texts.other, { ...values, result: [result, second].map((each) => POINTS[each] ?? each).join(", ") });
  else if (result in RESULTS) output.textContent = put(texts[RESULTS[result]], values);
  else if (result in others) output.textContent = put(texts.other, { ...values, result: others[result] });
  else output.textContent = "";
}
find("typed")?.addEventListener("input", preview);
document.addEventListener("htmx:oobAfterSwap", preview);

// The boards that another draw changes are marked in the list while they are told.
document.addEventListener("toggle", (event) => {
  const tables = event.target.dataset?.tables?.split(" ");
  if (!tables) return;
  for (const each of document.querySelectorAll("[data-tables]")) if (each !== event.target && event.target.open) each.open = false;
  document.querySelectorAll("#list .changed").forEach((line) => line.classList.remove("changed"));
  if (event.target.open) for (const table of tables) find(`b${table}`)?.classList.add("changed");
}, true);

// A swap by dragging: the prices of a player come at once, and are shown while another is under it.
let dragged = null;
let prices = {};
const playerUnder = (event) => document.body.dataset.part === "boards" ? event.target.closest?.("#list td a, #rail .who") : null;
const inAddress = (link) => new URL(link.href).searchParams.get("key");
const under = (event) => {
  const who = dragged && playerUnder(event);
  return who && inAddress(who) !== inAddress(dragged) ? who : null;
};
function showPrice(event, text) {
  const price = find("price");
  price.hidden = !text;
  if (text && price.textContent !== text) price.textContent = text;
  price.style.left = `${Math.min(event.clientX + 14, innerWidth - 260)}px`;
  price.style.top = `${event.clientY + 18}px`;
}
document.addEventListener("dragstart", async (event) => {
  dragged = playerUnder(event);
  if (!dragged) return;
  event.dataTransfer.setData("text/plain", dragged.textContent);
  event.dataTransfer.effectAllowed = "move";
  dragged.classList.add("held");
  prices = {};
  const key = inAddress(dragged);
  const answer = await fetch(`${document.body.dataset.base}/boards/${document.body.dataset.round}/prices?key=${encodeURIComponent(key)}`);
  if (answer.ok && dragged && inAddress(dragged) === key) prices = await answer.json();
});
document.addEventListener("dragover", (event) => {
  const who = under(event);
  document.querySelectorAll(".drop-here").forEach((each) => each.classList.toggle("drop-here", each === who));
  if (!who) return showPrice(event, "");
  event.preventDefault();
  who.classList.add("drop-here");
  showPrice(event, prices[inAddress(who)] ?? document.body.dataset.none);
});
document.addEventListener("drop", (event) => {
  const who = under(event);
  if (!who) return;
  event.preventDefault();
  const values = { one: inAddress(dragged), other: inAddress(who) };
  endDrag(event);
  send(`${document.body.dataset.base}/boards/${document.body.dataset.round}/swap`, values);
});
function endDrag(event) {
  document.querySelectorAll(".held, .drop-here").forEach((each) => each.classList.remove("held", "drop-here"));
  dragged = null;
  showPrice(event, "");
}
document.addEventListener("dragend", endDrag);

// What is typed stays, whatever an answer or a change of others puts in its place: its field is found again by
// its name, its form, and what the form sends unseen. Without such a field what is there stays. An error gets
// the keyboard, and what is saved is not opened again.
const switched = (field) => ["checkbox", "radio"].includes(field.type);
const valueOf = (field) => switched(field) ? field.checked : field.value;
const typedFields = (part = document) => [...part.querySelectorAll("input:not([type=hidden], [type=file]), select, textarea")];
function initialValue(field) {
  if (switched(field)) return field.defaultChecked;
  return field.options ? ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value : field.defaultValue;
}
function fieldsByKey(part) {
  const found = new Map();
  for (const field of typedFields(part).filter((each) => each.name)) {
    const form = part.contains(field.form) ? field.form : null;
    const unseen = [...form?.querySelectorAll("[type=hidden]:not([name=form_token], [name=seen])") ?? []];
    let key = JSON.stringify([form?.getAttribute("action"), ...unseen.map((each) => [each.name, each.value]), field.name, switched(field) && field.value]);
    while (found.has(key)) key += "+";
    found.set(key, field);
  }
  return found;
}
function put(field, value) {
  const before = valueOf(field);
  if (before === value) return;
  if (switched(field)) field.checked = value;
  else field.value = value;
  if (field.options && field.selectedIndex < 0) field.value = before;  // the choice is gone
  for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
// What has been opened stays open, such as the code that a helper is scanning.
const nameOf = (part) => `${part.closest("section")?.getAttribute("aria-labelledby")} ${part.querySelector("summary").firstChild.textContent.trim()}`;
document.addEventListener("htmx:oobBeforeSwap", ({ target, detail }) => {
  const open = new Set([...target.querySelectorAll("details:not(.menu)[open]")].map(nameOf));
  for (const part of detail.fragment.querySelectorAll("details:not(.menu)")) part.open ||= open.has(nameOf(part));
});
const replaced = new Map();  // what was typed in a part that is replaced, by its id
document.addEventListener("htmx:oobBeforeSwap", ({ target, detail }) => {
  const refused = document.querySelector("#messages .refused:not([data-earlier] *)");
  const here = document.activeElement;
  const isTyped = (field) => valueOf(field) !== initialValue(field) && (refused || submitted.get(field) !== valueOf(field));
  const typed = [...fieldsByKey(target)].filter(([, field]) => isTyped(field) || (field === here && !submitted.has(field)))
    .map(([key, field]) => ({ key, value: isTyped(field) ? valueOf(field) : null, here: field === here && !submitted.has(field), start: field.selectionStart, end: field.selectionEnd }));
  const fresh = fieldsByKey(detail.fragment);
  const another = target.id === "panel" && detail.fragment.textContent.trim();
  if (!another && typed.some(({ key, value }) => value !== null && !fresh.has(key))) detail.shouldSwap = false;
  else if (typed.length) replaced.set(target.id, typed);
});
document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  const fields = replaced.has(target.id) ? fieldsByKey(find(target.id)) : null;
  for (const { key, value, here, start, end } of replaced.get(target.id) ?? []) {
    const field = fields.get(key);
    if (field && value !== null) put(field, value);
    if (!field || !here || document.activeElement !== document.body) continue;
    field.focus({ preventScroll: true });
    if (start !== null && start !== undefined) field.setSelectionRange(start, end);
  }
  replaced.delete(target.id);
  if (target.id !== "head") return;
  find("head").querySelector("[aria-invalid]")?.focus();
  if (!find("edited") && location.search.includes("edit=")) history.replaceState(null, "", location.pathname);
});

let lost = null;  // finds what had the keyboard in a part that an answer replaces
document.addEventListener("htmx:oobBeforeSwap", ({ target }) => {
  const here = document.activeElement;
  if (!target.contains(here)) return;
  if (target.id !== "messages") lost = finder(here, target);
  else if (!beforeQuestion) lost = () => find("main");
  queueMicrotask(restoreKeyboard);  // when all parts are there
});
function restoreKeyboard() {
  if (lost && document.activeElement === document.body) takeKeyboard(lost());
  lost = null;
}
document.addEventListener("htmx:afterSwap", ({ target }) => {  // another page of a panel
  if (target.id !== "panel") return;
  target.scrollTop = 0;
  if (document.activeElement === document.body) takeKeyboard(target);
});

// What is typed stays when another language is chosen.
const session = (() => { try { return sessionStorage; } catch { return null; } })();
const TYPED = "typed before the language was changed";
document.addEventListener("click", (event) => {
  if (!event.target.closest(".languages a")) return;
  const values = typedFields().map((field) => [field.name, valueOf(field)]);
  const panel = find("panel")?.firstChild ? panelled : "";
  session?.setItem(TYPED, JSON.stringify({ place: location.pathname, panel, values }));
});
async function restoreTyped() {
  const kept = JSON.parse(session?.getItem(TYPED) ?? "null");
  session?.removeItem(TYPED);
  if (kept?.place !== location.pathname) return;
  if (kept.panel) await showPanel(kept.panel);
  const fields = typedFields();
  kept.values.forEach(([name, value], place) => {
    if (fields[place]?.name === name) put(fields[place], value);
  });
}
restoreTyped();

// An address is copied where the browser allows it.
function offerCopies() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}
offerCopies();
document.addEventListener("htmx:oobAfterSwap", offerCopies);
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
});
