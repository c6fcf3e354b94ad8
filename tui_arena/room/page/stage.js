"use strict";
// The stage for a projector. It draws the frames for devices that only watch, and sends nothing but the code.

const put = (id, text) => { $(id).textContent = text || ""; $(id).hidden = !text; };

let frame = null;
let over = false; // the host has closed the room, or refused the code
let code = (/^#(?:watch-)?([a-z]{4})$/i.exec(location.hash) || [])[1] || "";

const note = (text) => put("note", text);
const watch = () => ({ kind: "watch", version: VERSION, code });
const came = () => {};
const lost = () => !over; // whether to reconnect

function hello() {
  show("enter", !code);
  if (code) return watch();
  $("code").focus();
  return null;
}

function take(told) {
  if (told.page === "lobby" || told.page === "table") { note(""); draw(told); return; }
  if (told.page !== "refused" && told.page !== "gone") return;
  note(told.why);
  full = Boolean(told.later);
  if (full) return; // the host disconnects, and this page tries again
  over = true;
  show("show", false);
  if (told.page === "refused") { code = ""; show("enter", true); }
}

function person(one) {
  const row = make("li", "", one.away ? "away" : one.asked ? "asked" : "");
  if (one.sign) row.append(`${one.sign} `);
  row.append(one.away ? `${one.name} (away)` : one.name);
  return row;
}

function draw_keys(next) { // shows which letters have been tried, for everybody who plays along
  show("keys", next.face.tiles > 0 && !next.over);
  const best = letter_marks();
  $("keys").ariaLabel = Object.entries(best).map(([letter, at]) => `${letter} ${SAID["-xX"[at]]}`).join(", ") || "no letters tried yet";
  fill("keys", BOARD.map((letters) => {
    const row = make("div");
    row.append(...[...letters].map((letter) => make("b", letter.toUpperCase(), `key ${letter in best ? MARKS["-xX"[best[letter]]] : ""}`)));
    return row;
  }));
}

function draw(next) {
  const table = next.page === "table";
  const before = frame;
  frame = next;
  show("show", true);
  put("title", table ? next.game : "TUI Arena");
  fill("people", next.people.map(person));
  put("turn", table ? next.turn : "");
  put("vote", table && next.vote ? `A vote: ${next.vote.text}` : "");
  const talk = table ? told_in(next) : [];
  fill("talk", talk.map(line));
  $("show").className = talk.length ? "" : "alone";
  put("over", table && next.over ? ending(next.over) : "");
  if (table) {
    draw_face(next, before);
    draw_keys(next);
  } else {
    tint("");
    draw_sign("");
    hide("letters", "quote", "strip", "grid", "keys", "waits");
    fill("words", []);
    fill("facts", []);
    $("heard").textContent = "";
  }
  const svg = !table && next.moment && next.moment.svg;
  show("picture", Boolean(svg));
  if (svg) {
    $("picture").src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    $("picture").alt = next.moment.text;
  }
  show("join", Boolean(!table && !svg && next.code));
  $("address").textContent = location.host;
  $("room").textContent = next.code || "";
  show("told", !table && !svg);
  fill("told", (table ? [] : next.told).map((text) => make("li", text)));
  put("caster", next.caster);
  put("audience", next.audience);
}

$("enter").onsubmit = (event) => {
  event.preventDefault();
  code = $("code").value.trim();
  over = false;
  note("");
  show("enter", false);
  if (socket && socket.readyState === WebSocket.OPEN) send(watch());
  else connect();
};
connect();
