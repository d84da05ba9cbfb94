// A player's result on a network that fails: it stays on the page and in the phone, reload included, until the server
// has answered. Before it is sent again the page is read: what has come to the table meanwhile is shown instead.
"use strict";

const PATIENCE = 8, AGAIN = 3;  // seconds until an answer is taken for lost, and until it is tried again
const SLOW = 1;  // seconds after which the page says that something is on its way
const main = () => document.getElementById("main");
const place = location.pathname;
const store = (() => { try { return localStorage; } catch { return null; } })();
const key = `unsent ${place}`;
let kept = JSON.parse(store?.getItem(key) ?? "null");
let isSending = false, retry = 0;

function keep(entry) {
  kept = entry;
  if (entry) store?.setItem(key, JSON.stringify(entry));
  else store?.removeItem(key);
}
// One line, which stays in sight; nothing if there is nothing to say.
function say(text, isBad = false) {
  const line = document.getElementById("unsent");
  line.hidden = !text;
  line.className = isBad ? "note bad" : "note";
  if (line.textContent !== text) line.textContent = text;
}
const textOf = (name) => document.body.dataset[name].replace("{entry}", kept.what);
// A page of the table, and not what a network says that one must sign in to.
async function ask(options) {
  const answer = await fetch(location.href, { ...options, signal: AbortSignal.timeout(1000 * PATIENCE) });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main.phone");
  if (!fresh) throw new Error("no page of a table");
  return fresh;
}
async function send(isAgain) {
  if (isSending || !kept) return;
  isSending = true;
  const slow = setTimeout(() => say(document.body.dataset.sending), isAgain ? 0 : 1000 * SLOW);
  try {
    const now = isAgain ? await ask({}) : null;
    const [name, value] = kept.pressed;
    const isOffered = !now || [...now.querySelectorAll("button")].some((each) => each.name === name && each.value === value);
    const fresh = isOffered ? await ask({ method: "POST", body: new URLSearchParams(kept.fields) }) : now;
    main().replaceWith(fresh);
    clearTimeout(slow);
    say(isOffered || fresh.dataset.result === value ? "" : textOf("meanwhile"), true);
    keep(null);
  } catch {
    clearTimeout(slow);
    say(textOf("unsent"), true);
    clearTimeout(retry);
    retry = setTimeout(() => send(true), 1000 * AGAIN);
  }
  isSending = false;
}
document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isSending) return;
  const { target, submitter } = event;
  const what = (submitter.getAttribute("aria-label") ?? submitter.querySelector("b")?.textContent ?? submitter.textContent).trim();
  const isAgain = Boolean(kept);  // what was not answered may have arrived
  keep({ fields: [...new FormData(target, submitter)], pressed: [submitter.name, submitter.value], what });
  send(isAgain);
});
addEventListener("online", () => send(true));
if (kept) send(true);
