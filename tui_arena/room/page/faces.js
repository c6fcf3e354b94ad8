"use strict";
// The widgets of a game's face. The frame says which of them to draw, and with what. No widget knows a game.

const BOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const MOST_DOTS = 24;
const SEEN = "tui-arena-seen"; // the key of the last moment that was closed
const still = matchMedia("(prefers-reduced-motion: reduce)");
let spelt = null; // the field whose word is typed into the tiles

function buzz(...pattern) {
  if (navigator.vibrate && (!navigator.userActivation || navigator.userActivation.hasBeenActive)) navigator.vibrate(pattern);
}

function draw_face(next, before) {
  const face = next.face;
  if (before && before.table !== next.table) $("heard").textContent = "";
  tint(face.colour);
  draw_sign(face.sign);
  show("waits", !next.over && !face.quote && !face.tiles && !face.letters && !next.talk.length);
  draw_quote(face);
  show("letters", Boolean(face.letters));
  $("letters").ariaLabel = `letters: ${face.letters}`;
  fill("letters", [...[...face.letters].map((letter) => make("b", letter)), ...(next.over ? [] : [make("b", "?", "more")])]);
  $("letters").role = "img";
  draw_grid(next, before);
  draw_strip(next);
  fill("words", Object.entries(face.words).filter(([label]) => !next.card.some(([own]) => own === label)).map(([label, words]) => {
    const box = make("div", "", "words");
    box.append(make("small", label), chips([...words].reverse()));
    return box;
  }));
  fill("facts", pairs(next.facts.filter(([label]) => !face.draws.includes(label))));
  draw_card(next);
}

function draw_sign(path) { // cuts a 24 by 24 shape out of the game's colour
  const cut = path && `url('data:image/svg+xml,<svg xmlns="http:%2F%2Fwww.w3.org/2000/svg" viewBox="0 0 24 24"><path fill-rule="evenodd" d="${path}"/></svg>')`;
  for (const one of document.querySelectorAll(".emblem")) one.style.maskImage = cut;
}

function draw_quote(face) {
  show("quote", Boolean(face.quote));
  $("quoted").textContent = face.quoted;
  $("quote-text").textContent = face.quote;
  $("quote").classList.toggle("long", face.quote.length > 70);
}

function chips(words) {
  const box = make("span", "", "chips");
  box.append(...words.map((word) => make("b", word)));
  return box;
}

function draw_card(next) {
  show("card", next.card.length > 0);
  const key = JSON.stringify(next.card);
  if ($("card").dataset.of === key) return; // somebody may be holding the card
  $("card").dataset.of = key;
  fill("card-facts", next.card.flatMap(([label, value], n) => {
    const words = next.face.words[label];
    if (words) return [make("small", label), chips(words)];
    return [make("small", label), n ? make("b", value) : make("span", value, "main")];
  }));
}

// tiles

const marked = (next) => (next && next.page === "table" && next.face && next.face.tiles ? next.talk.filter((one) => one.marks) : []);

function draw_grid(next, before) {
  const done = marked(next);
  show("grid", next.face.tiles > 0 && (done.length > 0 || next.face.left > 0));
  if (!next.face.tiles) return;
  const rows = done.map((one) => tiles(one.word, one.marks));
  const known = before && before.table === next.table ? marked(before).length : done.length;
  rows.slice(known).forEach((row) => row.classList.add("new"));
  if (done.length > known) $("heard").textContent = rows[rows.length - 1].getAttribute("aria-label");
  const open = next.asked && next.asked.sealed ? 1 : next.face.left; // the setter of the word needs one row
  if (!next.over) for (let n = 0; n < open; n += 1) rows.push(tiles("", "", next.face.tiles));
  fill("grid", rows);
  mirror();
}

function mirror() { // shows the typed word in the next row of tiles
  const next = frame;
  if (!next || next.page !== "table" || !next.face.tiles || !spelt) return;
  const old = $("grid").children[marked(next).length];
  if (!old) return;
  const row = tiles(spelt.value, "", next.face.tiles);
  row.classList.add("now");
  row.onclick = () => { spelt.inputMode = "text"; spelt.focus(); }; // opens the device's own keyboard
  old.replaceWith(row);
}

function refused() {
  const row = document.querySelector(".tiles.now");
  if (row) { row.classList.remove("wrong"); void row.offsetWidth; row.classList.add("wrong"); }
  buzz(40, 40, 40);
}

function letter_marks() {
  const best = {};
  for (const one of marked(frame)) {
    [...one.word].forEach((letter, n) => {
      const at = "-xX".indexOf(one.marks[n]);
      best[letter] = Math.max(best[letter] ?? 0, at);
    });
  }
  return best;
}

function board(field, send) { // makes a keyboard on the page, in the colours of the marks
  spelt = field;
  field.inputMode = "none";
  field.maxLength = frame.face.tiles;
  field.classList.add("unseen");
  const best = letter_marks();
  const box = make("div", "", "board");
  box.role = "group";
  box.ariaLabel = "Letters";
  const put = (value) => {
    field.value = value.slice(0, frame.face.tiles);
    buzz(8);
    drafted();
    mirror();
  };
  const key = (text, kind, press, said) => {
    const one = make("button", text, `key ${kind}`, press);
    one.ariaLabel = said;
    return one;
  };
  for (const letters of BOARD) {
    const row = make("div");
    row.append(...[...letters].map((letter) => {
      const mark = letter in best ? "-xX"[best[letter]] : "";
      return key(letter.toUpperCase(), MARKS[mark] || "", () => put(field.value + letter), mark ? `${letter}, ${SAID[mark]}` : letter);
    }));
    box.append(row);
  }
  box.onmousedown = (event) => event.preventDefault(); // a tapped key doesn't take the focus, so Enter on a real keyboard still sends
  send.className = "key wide send";
  box.lastChild.prepend(send);
  box.lastChild.append(key("⌫", "wide", () => put(field.value.slice(0, -1)), "delete the last letter"));
  field.addEventListener("input", mirror);
  field.put = put;
  return box;
}

document.addEventListener("keydown", (event) => { // a real keyboard types into the tiles, wherever the focus is
  if (!spelt || !spelt.isConnected || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  if (at && at.matches("input, textarea, summary")) return;
  if (/^[a-zA-Z]$/.test(event.key)) spelt.put(spelt.value + event.key.toLowerCase());
  else if (event.key === "Backspace") spelt.put(spelt.value.slice(0, -1));
  else if (event.key === "Enter" && !(at && at.matches("button"))) document.querySelector(".key.send")?.click();
});

// dots

function draw_strip(next) {
  const { strip, left, unit, tiles: size } = next.face;
  const coming = next.over ? 0 : left;
  show("strip", !size && (strip.length > 0 || coming > 0));
  const said = coming ? `${unit}: ${coming}` : "";
  const dots = strip.map(([, tone]) => make("i", "", tone || "said"));
  for (let n = 0; n < coming && dots.length < MOST_DOTS; n += 1) dots.push(make("i"));
  $("strip").role = "img";
  $("strip").ariaLabel = [strip.map(([answer]) => answer).join(", "), said].filter(Boolean).join("; ");
  fill("strip", [...dots, make("span", said)]);
}

// the needle

function draw_needle(levels, words) {
  const slider = $("needle-at");
  slider.max = String(levels.length - 1);
  const said = () => {
    slider.dataset.level = levels[Number(slider.value)];
    const word = words[Number(slider.value)];
    slider.ariaValueText = word;
    $("needle-said").textContent = slider.dataset.moved ? word : "Do you believe it?";
  };
  slider.oninput = () => { slider.dataset.moved = "1"; buzz(6); said(); };
  if (!slider.dataset.moved) slider.value = String((levels.length - 1) / 2);
  fill("needle-ends", [make("span", words[0]), make("span", words[words.length - 1])]);
  said();
}

// tabs for the ways to answer; one is open

function draw_tabs(ask, boxes) {
  const typed_in = boxes.filter((_, n) => ask.ways[n].fields.length);
  show("tabs", typed_in.length > 1);
  if (typed_in.length < 2) return;
  const open = (chosen, focus) => {
    typed_in.forEach((box, n) => { box.hidden = n !== chosen; $("tabs").children[n].ariaPressed = String(n === chosen); });
    if (focus) typed_in[chosen].querySelector("[data-field]").focus();
  };
  fill("tabs", typed_in.map((box, n) => make("button", ask.ways[boxes.indexOf(box)].label, "", () => open(n, true))));
  open(Math.max(typed_in.findIndex((box) => ask.ways[boxes.indexOf(box)].fields.some((one) => ask.draft[one.name])), 0), false);
}

// moments that fill the screen

function draw_moment(next) {
  const moment = next.moment;
  const box = $("moment");
  const at = next.table || "";
  const key = moment ? JSON.stringify([at, moment.kind, moment.text, (moment.svg || "").length]) : "";
  show("picture", Boolean(moment && moment.svg));
  const stays = moment ? box.dataset.of === key : box.className === "won" && box.dataset.at === at && !next.asked;
  if (box.open && !stays) box.close(); // its game or party is gone
  if (!moment || box.open || stored(undefined, SEEN, tab) === key) return;
  Object.assign(box.dataset, { of: key, at });
  box.className = moment.kind;
  $("moment-text").textContent = moment.text;
  show("moment-picture", Boolean(moment.svg));
  hide("share", "keep");
  if (moment.svg) {
    const picture = $("moment-picture");
    picture.alt = moment.text;
    picture.onload = () => offer(picture);
    picture.src = `data:image/svg+xml,${encodeURIComponent(moment.svg)}`;
  }
  box.showModal();
  $("picture").onclick = () => box.showModal();
  if (moment.kind === "won") {
    buzz(80, 50, 80, 50, 240);
    confetti();
  }
}

function offer(picture) { // offers the picture as a PNG, which every app accepts
  const canvas = make("canvas");
  const scale = Math.min(1600 / (picture.naturalWidth || 800), 3);
  canvas.width = (picture.naturalWidth || 800) * scale;
  canvas.height = (picture.naturalHeight || 600) * scale;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const file = new File([blob], "party.png", { type: "image/png" });
    $("keep").href = URL.createObjectURL(blob);
    $("keep").download = file.name;
    show("keep", true);
    show("share", Boolean(navigator.canShare && navigator.canShare({ files: [file] })));
    $("share").onclick = () => navigator.share({ files: [file] }).catch(() => { /* the person cancelled */ });
  });
}

function confetti() {
  const canvas = $("confetti");
  const { clientWidth: width, clientHeight: height } = canvas;
  Object.assign(canvas, { width, height });
  const draw = canvas.getContext("2d");
  const hues = ["#ffd84d", "#1756b0", "#a8246d", "#ffffff", "#0b0c0e"];
  const bits = Array.from({ length: 110 }, (_, n) => ({
    x: Math.random() * width, y: Math.random() * height - height * (still.matches ? 0 : 1), hue: hues[n % hues.length],
    fall: 2 + Math.random() * 3, sway: Math.random() * 6, turn: Math.random() * 6, size: 6 + Math.random() * 8,
  }));
  const step = (at) => {
    draw.clearRect(0, 0, width, height);
    for (const bit of bits) {
      draw.save();
      draw.translate(bit.x + Math.sin(at / 400 + bit.sway) * 12, bit.y);
      draw.rotate(bit.turn + (still.matches ? 0 : at / 300));
      draw.fillStyle = bit.hue;
      draw.fillRect(-bit.size / 2, -bit.size / 4, bit.size, bit.size / 2);
      draw.restore();
      if (!still.matches) bit.y = bit.y > height ? -10 : bit.y + bit.fall;
    }
    if (!still.matches && $("moment").open) requestAnimationFrame(step);
  };
  step(0);
}

function draw_held(held) {
  if (held && $("held").hidden) buzz(30);
  show("held", Boolean(held));
}
