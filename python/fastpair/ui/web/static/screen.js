// A screen for the hall: one page after the other, by name and by table, and a clock. It never goes to another
// address: what is published is fetched and replaces what is shown, which stays while it can't be fetched.
"use strict";

const SECONDS = 12;  // in which the lines of a page are read
const AGAIN = 3, EVERY = 10;  // seconds until it is fetched again: after a failure, and in any case
const PATIENCE = 8;  // seconds until an answer is taken for lost
const SMALLEST = 22;  // thousandths of the screen's shorter side: the smallest letters that are read from afar
const LETTERS = 17;  // the same of a bracket, in which one looks for a name more closely
const TITLE = 0.06;  // height of a title and the room around a part, of the width of the screen
const LARGEST = 250;  // units of a picture of a bracket that a screen is high at least: a final alone is no poster
const HEIGHTS = { beside: 1.5, stacked: 2.7, below: 4 };  // of a board in its letters: how its names stand
const find = (id) => document.getElementById(id);
let leaf = 0, page = 0, turns = 0;
let layouts = [];

function tell() {
  const now = new Date();
  find("time").textContent = now.toTimeString().slice(0, 5);
  const left = find("left");
  if (!left) return;
  const [hour, minute] = left.dataset.at.split(":").map(Number);
  const minutes = 60 * (hour - now.getHours()) + minute - now.getMinutes();
  left.textContent = minutes > 0 ? left.dataset.left.replace("{count}", minutes) : "";
}

// How wide the widest line of a list is, in its letters: with its names beside each other, which have equal halves,
// stacked, or below its table.
function widths(section, list, lines) {
  const SIZE = 20;
  list.style.cssText = `display: block; width: max-content; font-size: ${SIZE}px`;
  lines.forEach((line) => { line.hidden = false; line.style.width = "max-content"; });
  const wide = (element) => element.getBoundingClientRect().width / SIZE;
  const shapes = section.matches(".pairs-of-names") ? Object.keys(HEIGHTS) : ["beside"];
  const widest = shapes.map((shape) => {
    list.className = shape;
    const whole = Math.max(...lines.map(wide));
    if (shape !== "beside" || shapes.length === 1) return [shape, whole];
    const names = lines.map((line) => [...line.querySelectorAll(".names")].map(wide));
    const others = lines.map((line, place) => wide(line) - names[place].reduce((sum, width) => sum + width, 0));
    return [shape, Math.max(whole, 2 * Math.max(...names.flat()) + Math.max(...others))];
  });
  list.style.cssText = "";
  lines.forEach((line) => { line.style.width = ""; });
  return widest;
}
// The columns, the letters and the pages of a list: the fewest pages on which no name is cut, with the largest letters.
function layout(section) {
  if (section.matches(".pictures")) return layoutPicture(section);
  const list = section.querySelector("ul");
  const lines = [...list.children];
  const room = { width: section.clientWidth, height: section.clientHeight - 2 };
  const smallest = Math.max(SMALLEST / 1000 * Math.min(innerWidth, innerHeight), 12);
  let best = null;
  for (const [shape, width] of widths(section, list, lines)) {
    const height = HEIGHTS[shape];
    for (let columns = 1; columns <= 8; columns += 1) {
      const fitting = room.width / (columns * (width + 0.2) + (columns - 1) * 1.6);
      if (fitting < smallest && columns > 1) break;
      const rows = Math.max(1, Math.floor(room.height / (Math.min(smallest, fitting) * height)));
      const pages = Math.ceil(lines.length / (rows * columns));
      const perColumn = Math.ceil(Math.ceil(lines.length / pages) / columns);
      const size = Math.min(fitting, room.height / (perColumn * height), room.height / 7);
      const rank = [Math.max(0, smallest - fitting), pages, -size];
      const place = best ? rank.findIndex((value, index) => value !== best.rank[index]) : 0;
      if (!best || (place >= 0 && rank[place] < best.rank[place])) best = { rank, shape, height, columns, pages, size, perColumn };
    }
  }
  list.className = best.shape;
  list.style.fontSize = `${Math.floor(10 * best.size) / 10}px`;
  list.style.gridTemplate = `repeat(${best.perColumn}, ${best.height}em) / repeat(${best.columns}, minmax(0, 1fr))`;
  const first = (number) => Math.floor(number * lines.length / best.pages);
  return { section, pages: Array.from({ length: best.pages }, (_, number) => lines.slice(first(number), first(number + 1))) };
}
// Of the pictures of a bracket the one of most rounds whose letters can be read, as large as there is room for.
function layoutPicture(section) {
  const pictures = [...section.children];
  const smallest = LETTERS / 1000 * Math.min(innerWidth, innerHeight);
  const scaled = pictures.map((picture) => {
    const { width, height } = picture.querySelector("svg").viewBox.baseVal;
    const scale = Math.min(section.clientWidth / width, section.clientHeight / height, innerHeight / LARGEST);
    return { picture, width, height, scale };
  });
  const best = scaled.find(({ scale }) => 12 * scale >= smallest) ?? scaled.at(-1);
  pictures.forEach((picture) => { picture.hidden = picture !== best.picture; });
  resize(best, best.scale);
  return { section, pages: [[best.picture]], best, room: section.clientHeight };
}
function resize({ picture, width, height }, scale) {
  const svg = picture.querySelector("svg");
  svg.setAttribute("width", Math.floor(scale * width));
  svg.setAttribute("height", Math.floor(scale * height));
}
// The parts of a bracket are one page if they have room below each other, as on a screen that stands upright.
function stacked(found) {
  const parts = found.filter(({ best }) => best);
  const scale = Math.min(...parts.map(({ best }) => best.scale));
  const height = parts.reduce((sum, { best }) => sum + scale * best.height + TITLE * innerWidth, 0);
  if (parts.length < 2 || height > parts[0].room) return found;
  for (const { section, best } of parts) {
    resize(best, scale);
    section.classList.add("part");
    section.classList.toggle("titled", best.picture.dataset.key !== section.dataset.title);
  }
  const [first, ...others] = parts.map(({ section }) => section);
  const page = { section: first, others, pages: [parts.map(({ best }) => best.picture)] };
  return [...found.filter(({ best }) => !best), page];
}
function arrange() {
  const sections = [...document.querySelectorAll(".leaf")];
  sections.forEach((section) => { section.hidden = false; section.classList.remove("part"); });
  layouts = [];
  for (const section of sections) {
    sections.forEach((other) => { other.hidden = other !== section; });
    layouts.push(layout(section));
  }
  layouts = stacked(layouts);
  show();
}
// The footer names the list, its first and last line in sight, and the page.
function show() {
  leaf = layouts.length ? leaf % layouts.length : 0;
  page = Math.min(page, (layouts[leaf]?.pages.length ?? 1) - 1);
  layouts.forEach(({ section, others = [], pages }, place) => {
    [section, ...others].forEach((each) => { each.hidden = place !== leaf; });
    pages.forEach((lines, number) => lines.forEach((line) => { line.hidden = number !== page; }));
  });
  if (!layouts.length) return;
  const { section, others = [], pages } = layouts[leaf];
  const keys = [pages[page][0], pages[page].at(-1)].map((line) => line.dataset.key);
  const titles = [section, ...others].map(({ dataset }) => dataset.title);
  const range = others.length ? "" : keys[0] === keys[1] ? keys[0] : keys.join("–");
  const words = document.body.dataset.page.replace("{page}", page + 1).replace("{pages}", pages.length);
  find("leaf").textContent = [...new Set([titles.join(", "), range, words])].filter(Boolean).join(" · ");
}
function turn() {
  page += 1;
  if (page >= (layouts[leaf]?.pages.length ?? 0)) [leaf, page] = [leaf + 1, 0];
  show();
}
function begin() {
  [leaf, page] = [0, 0];
  clearInterval(turns);
  turns = setInterval(turn, 1000 * SECONDS);
}

// A new round and boards that were published otherwise come first: who has gone to the old one looks for them. Results
// of these are no news.
const news = (part) => [...part.querySelectorAll("#round, #changed :is(.at, .names)")].map((cell) => cell.textContent).join("\n");
let text = "";  // of what is shown, as it came
let current = Date.now();  // when it was known to be so last
let next = 0;  // when it is fetched again
let isFetching = false, isAsked = false;
async function fetchState() {
  isAsked = true;
  if (isFetching) return;
  [isFetching, isAsked] = [true, false];
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(1000 * PATIENCE) })
    .then((reply) => reply.ok ? reply.text() : "").catch(() => "");
  const fresh = new DOMParser().parseFromString(answer, "text/html");
  const isScreen = fresh.body.matches(".hallscreen");  // and not what a network says that one must sign in to
  if (isScreen && answer !== text) replace(fresh);
  if (isScreen) [text, current] = [answer, Date.now()];
  next = Date.now() + 1000 * (isScreen ? EVERY : AGAIN);
  isFetching = false;
  const age = find("age"), time = new Date(current).toTimeString().slice(0, 5);
  age.textContent = isScreen ? "" : document.body.dataset.age.replace("{time}", time);
  if (age.hidden === isScreen) return;
  age.hidden = isScreen;
  arrange();  // it takes its line from the lists
}
function replace(fresh) {
  if (news(document) !== news(fresh)) begin();
  document.title = fresh.title;
  for (const part of ["header", "main", "footer"]) document.querySelector(part).replaceWith(fresh.querySelector(part));
  tell();
  arrange();
}
// A browser gives up on events where an answer is no stream of them, so they are opened again.
let events = null;
function listen() {
  events?.close();
  events = new EventSource(document.body.dataset.events);
  for (const kind of ["state", "results"]) events.addEventListener(kind, fetchState);
  events.addEventListener("error", fetchState);
}

tell();
begin();
arrange();
listen();
addEventListener("resize", arrange);
addEventListener("online", fetchState);
document.fonts.ready.then(arrange);
setInterval(tell, 5000);
setInterval(() => {
  if (events.readyState === EventSource.CLOSED) listen();
  if (isAsked || Date.now() > next) fetchState();
}, 1000);
