// A screen for the hall: one leaf after the other, by name and by table, and a clock.
"use strict";

const LEAF = 12000;  // milliseconds, in which forty lines are read
const sections = [...document.querySelectorAll(".leaves")];
let stale = false;
let section = 0;

function tell() {
  const now = new Date();
  document.getElementById("time").textContent = now.toTimeString().slice(0, 5);
  const left = document.getElementById("left");
  if (!left) return;
  const [hour, minute] = left.dataset.at.split(":").map(Number);
  const minutes = 60 * (hour - now.getHours()) + minute - now.getMinutes();
  left.textContent = minutes > 0 ? left.dataset.left.replace("{count}", minutes) : "";
}
function turn() {
  const shown = sections[section];
  if (shown && shown.scrollLeft + 1.5 * shown.clientWidth < shown.scrollWidth) {
    shown.scrollLeft += shown.clientWidth;
    return;
  }
  if (stale) return location.reload();
  section = (section + 1) % Math.max(sections.length, 1);
  show();
}
function show() {
  sections.forEach((each, place) => { each.hidden = place !== section; each.scrollLeft = 0; });
}
show();
tell();
setInterval(tell, 5000);
setInterval(turn, LEAF);

let told = null;
const events = new EventSource(document.body.dataset.events);
events.addEventListener("state", (event) => {
  stale ||= told !== null && told !== event.data;
  told = event.data;
  if (!sections.length && stale) location.reload();
});
