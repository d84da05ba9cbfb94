// The page of a table on a phone: it shows what comes to the table meanwhile, and keeps what is chosen until it is sent.
"use strict";

const main = () => document.getElementById("main");
async function ask(options) {
  const answer = await fetch(location.pathname, { ...options, signal: AbortSignal.timeout(LOST_AFTER) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // And not what a network says that one must sign in to.
  if (!page.getElementById("unsent")) throw new Error("no page of this server");
  return page.getElementById("main");
}
// The choice that was open is left: it was made on what was shown before.
function replace(fresh) {
  if (!fresh) return;
  main().replaceWith(fresh);
  history.replaceState(null, "", location.pathname);
  Sending.show();
}

let sent = Promise.resolve();
let waitingFor = 0;
function send(entry) {
  waitingFor += 1;
  const post = (headers) => ask({ method: "POST", headers, body: new URLSearchParams(entry.values) });
  sent = sent.then(() => Sending.deliver(entry, post)).then((fresh) => {
    waitingFor -= 1;
    replace(fresh);
  });
}
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target, event.submitter));
  send(Sending.add(location.pathname, values, "", { alone: true }));
});
for (const entry of Sending.earlier) send(entry);

// What the opponent or the director enters. A phone in a pocket does not listen.
let events = null;
let retry = 0;
async function refresh() {
  if (waitingFor) return;  // its answer shows the same
  const fresh = await ask({}).catch(() => null);
  if (!waitingFor && fresh?.dataset.version !== main().dataset.version) replace(fresh);
}
function listen() {
  events?.close();
  clearTimeout(retry);
  if (document.hidden || !main().dataset.version) return;
  events = new EventSource(`${document.body.dataset.events}?seen=${main().dataset.version}`);
  const lost = (is) => { const line = document.getElementById("lost"); if (line) line.hidden = !is; };
  events.addEventListener("open", () => lost(false));
  events.addEventListener("state", () => { lost(false); refresh(); });
  events.addEventListener("error", () => {
    lost(true);
    if (events.readyState === EventSource.CLOSED) retry = setTimeout(() => { refresh(); listen(); }, 20000);
  });
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => events?.close());
listen();
