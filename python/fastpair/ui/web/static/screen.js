// A screen for the hall: one page after the other, by name and by table, and a clock.
"use strict";

const SECONDS = 12;  // in which the lines of a page are read
const leaves = [...document.querySelectorAll(".leaf")];
let stale = false;
let leaf = 0;

function tell() {
  const now = new Date();
  document.getElementById("time").textContent = now.toTimeString().slice(0, 5);
  const left = document.getElementById("left");
  if (!left) return;
  const [hour, minute] = left.dataset.at.split(":").map(Number);
  const minutes = 60 * (hour - now.getHours()) + minute - now.getMinutes();
  left.textContent = minutes > 0 ? left.dataset.left.replace("{count}", minutes) : "";
}
// The footer names the list, its first and last line in sight, and the page.
function describe() {
  const shown = leaves[leaf];
  if (!shown) return;
  const edge = shown.getBoundingClientRect();
  const seen = [...shown.querySelectorAll("li")].filter((line) => {
    const { left, right } = line.getBoundingClientRect();
    return left >= edge.left - 1 && right <= edge.right + 1;
  });
  const keys = [seen[0], seen.at(-1)].map((line) => line?.dataset.key ?? "");
  const pages = Math.max(1, Math.ceil((shown.scrollWidth - 2) / (shown.clientWidth + gap(shown))));
  const last = shown.scrollLeft + shown.clientWidth + 2 > shown.scrollWidth;
  const page = last ? pages : Math.round(shown.scrollLeft / (shown.clientWidth + gap(shown))) + 1;
  const range = keys[0] === keys[1] ? keys[0] : keys.join("–");
  const words = document.body.dataset.page.replace("{page}", page).replace("{pages}", pages);
  document.getElementById("leaf").textContent = [shown.dataset.title, range, words].join(" · ");
}
const gap = (shown) => parseFloat(getComputedStyle(shown).columnGap) || 0;
function turn() {
  const shown = leaves[leaf];
  const by = shown ? shown.clientWidth + gap(shown) : 0;
  if (shown && shown.scrollLeft + shown.clientWidth + gap(shown) / 2 + 2 < shown.scrollWidth) {
    shown.scrollLeft += by;
    return describe();
  }
  if (stale) return location.reload();
  leaf = (leaf + 1) % Math.max(leaves.length, 1);
  show();
}
function show() {
  leaves.forEach((each, place) => { each.hidden = place !== leaf; each.scrollLeft = 0; });
  describe();
}
show();
tell();
addEventListener("resize", show);
setInterval(tell, 5000);
setInterval(turn, SECONDS * 1000);

// Boards that were published otherwise come at once: who has gone to the old one looks for them.
const changedBoards = (page) => page.getElementById("changed")?.textContent.trim() ?? "";
// The page as it is now; none while the server cannot give it, so that the screen keeps what it shows.
async function renewed() {
  const answer = await fetch(location.href).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

let told = null;
const events = new EventSource(document.body.dataset.events);
events.addEventListener("state", async (event) => {
  const isNew = told !== null && told !== event.data;
  told = event.data;
  if (!isNew) return;
  stale = true;
  const now = await renewed();
  if (now && (!leaves.length || changedBoards(document) !== changedBoards(now))) location.reload();
});
events.addEventListener("results", () => { stale = true; });
