// A table or the check-in on a player's phone: what is sent is kept until it is answered, and the answer replaces the
// page. That of a table shows what comes to it meanwhile, too.

const main = () => document.getElementById("main");
async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(LOST_AFTER) });
  return (await Sending.pageOf(answer)).page.getElementById("main");
}
// A choice that was open is left: it was made on what was shown before.
function replace(fresh, address = location.pathname) {
  main().replaceWith(fresh);
  history.replaceState(null, "", address);
  fresh.querySelector("[autofocus]")?.focus();
  Sending.show();
  if (fresh.querySelector("[data-mine]")) import("/static/page.js");  // the hall knows whose phone it is from then on
  if (!events && fresh.dataset.version) listen();
}

let sent = Promise.resolve();
let waitingFor = 0;
function send(entry) {
  waitingFor += 1;
  const post = (headers) => ask(entry.address, { method: "POST", headers, body: new URLSearchParams(entry.values) });
  sent = sent.then(() => Sending.deliver(entry, post)).then((fresh) => {
    waitingFor -= 1;
    if (fresh) replace(fresh);
  });
}
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-send]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target, event.submitter));
  send(Sending.add(location.pathname, values, "", { alone: true }));
});
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-here]");
  if (!link) return;
  event.preventDefault();
  const fresh = await Sending.attempt(() => ask(link.href));
  if (fresh) replace(fresh, link.href);
});

// What the opponent or the director enters. A phone in a pocket does not listen.
let events = null;
let retry = 0;
async function refresh() {
  if (waitingFor) return;  // its answer shows the same
  const fresh = await ask(location.pathname).catch(() => null);
  if (fresh && !waitingFor && fresh.dataset.version !== main().dataset.version) replace(fresh);
}
function listen() {
  events?.close();
  events = null;
  clearTimeout(retry);
  const { version } = main().dataset;
  if (document.hidden || !version) return;
  events = new EventSource(`${document.body.dataset.events}?seen=${version}`);
  const showLost = (is) => { const line = document.getElementById("lost"); if (line) line.hidden = !is; };
  events.addEventListener("open", () => showLost(false));
  events.addEventListener("state", () => { showLost(false); refresh(); });
  events.addEventListener("error", () => {
    showLost(true);
    if (events.readyState === EventSource.CLOSED) retry = setTimeout(() => { refresh(); listen(); }, 20000);
  });
}
document.addEventListener("visibilitychange", listen);
addEventListener("online", listen);
addEventListener("pagehide", () => events?.close());
for (const entry of Sending.earlier) send(entry);
listen();
