// Players who are entered: lists that are dropped or chosen, names that rating lists know, and loading these lists.
"use strict";

// A file that is dropped or chosen becomes text, which is sent for a preview. Each byte of a file that is
// not in UTF-8 goes as its character in Windows-1252: the server guesses the encoding, or is told. A spreadsheet,
// which is packed, goes in Base64.
async function fill(area, file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (...first) => first.every((byte, place) => bytes[place] === byte);
  if (begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    area.value = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    area.form.elements.raw.value = "spreadsheet";
    area.form.requestSubmit();
    return;
  }
  // A spreadsheet's "Unicode text" begins with a byte order mark.
  const wide = { 254: "utf-16be", 255: "utf-16le" }[bytes[0] + bytes[1] === 509 ? bytes[0] : 0];
  const { raw } = area.form.elements;
  try {
    area.value = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    raw.value = "";
  } catch {
    area.value = new TextDecoder("windows-1252").decode(bytes);
    raw.value = "yes";
  }
  area.form.requestSubmit();
}
document.addEventListener("change", (event) => {
  const { into } = event.target.dataset ?? {};
  if (into && event.target.files[0]) fill(find(into), event.target.files[0]);
});
document.addEventListener("dragover", (event) => {
  if (event.target.closest?.("[data-drop]")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const file = event.dataTransfer.files[0];
  const zone = event.target.closest?.("[data-drop]");
  if (!zone || !file) return;
  event.preventDefault();
  fill(find(zone.dataset.drop), file);
});
// A column or an encoding that is chosen shows at once in the preview.
document.addEventListener("change", (event) => {
  if (event.target.matches("#listed .preview thead select, #listed .preview [name^=also], #listed .fields select") && !find("entries-file")) event.target.form.requestSubmit();
});
// A list of names has room for one more.
document.addEventListener("input", (event) => {
  const names = event.target.closest("[data-grows]");
  const last = names?.lastElementChild;
  if (!last || event.target !== last || !last.value) return;
  const next = last.cloneNode();
  next.ariaLabel = last.ariaLabel.replace(/\d+$/, (number) => Number(number) + 1);
  next.value = "";
  last.after(next);
});

// Names that rating lists know are offered while one is typed; the arrows lead to them.
const known = () => find("known");
let asking = 0;
async function offer(field) {
  const typed = field.value.trim();
  const place = `${document.body.dataset.base}/players/${document.body.dataset.round}/known`;
  const answer = typed.length < 2 ? null : await fetch(`${place}?name=${encodeURIComponent(typed)}`);
  const players = answer?.ok ? await answer.json() : [];
  if (field.value.trim() !== typed || !known()) return;
  known().replaceChildren(...players.map((player) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = [player.title, player.name, player.first_name, player.grade || player.rating, player.country,
      player.club, player.birth, player.egf_pin, player.ffg_licence, player.aga_id, player.fide_id].filter(Boolean).join(" ");
    button.addEventListener("click", () => take(field.form, player));
    const line = document.createElement("li");
    line.append(button);
    return line;
  }));
  known().hidden = !players.length;
}
function take(form, player) {
  for (const [name, value] of Object.entries(player)) if (form.elements[name]) form.elements[name].value = value;
  known().hidden = true;
  form.querySelector("button:not([type=button])").focus();
}
document.addEventListener("input", (event) => {
  if (!known() || !event.target.matches("[data-again] [name=name], [data-again] [name=fide_id]")) return;
  clearTimeout(asking);
  asking = setTimeout(offer, 150, event.target);
});
document.addEventListener("keydown", (event) => {
  if (!known() || known().hidden) return;
  const offered = [...known().querySelectorAll("button")];
  const here = offered.indexOf(document.activeElement);
  const typing = event.target.matches("[data-again] [name=name]");
  if (event.key === "ArrowDown" && (typing || here >= 0)) {
    event.preventDefault();
    offered[Math.min(here + 1, offered.length - 1)].focus();
  } else if (event.key === "ArrowUp" && here >= 0) {
    event.preventDefault();
    (offered[here - 1] ?? document.querySelector("[data-again] [name=name]")).focus();
  } else if (event.key === "Escape") known().hidden = true;
});

// A rating list of FIDE's takes a minute to load; then the page shows it.
async function watchLoading() {
  const line = document.querySelector("[data-loading]");
  if (!line) return;
  const answer = await fetch(line.dataset.loading);
  const percent = answer.ok ? await answer.json() : null;
  if (percent === null) location.assign(line.dataset.loading.replace(/\/loading$/, ""));
  else {
    line.querySelector("progress").value = percent;
    setTimeout(watchLoading, 1000);
  }
}
watchLoading();
