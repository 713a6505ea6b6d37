// A photo goes to /v1/scan as the form has it; what comes back is shown beside the photo.

const find = (id) => document.getElementById(id);

async function listRules() {
  const { rules } = await (await fetch("/v1/rules")).json();
  for (const { name, title } of rules) {
    find("scan").elements.rules.add(new Option(names(title.zh, title.ja, title.en), name));
  }
  await ask();
}

function names(...all) {
  return [...new Set(all)].filter(Boolean).join(" ");
}

async function ask() {
  const name = find("scan").elements.rules.value;
  const { asks } = await (await fetch(`/v1/rules/${encodeURIComponent(name)}`)).json();
  if (name !== find("scan").elements.rules.value) return;
  find("asks").replaceChildren(...asks.filter(({ field }) => field !== "round_wind").map(question));
}

const HINTS = { number: "2", by_seat: "south:1, north:2", seats: "south-east", seat_set: "south, west", tile: "5m", tiles: "5m6m" };

function question({ field, zh, en, answer }) {
  const choices = { yes_no: ["", "yes", "no"], seat: ["", "east", "south", "west", "north"], suit: ["", "m", "p", "s"] }[answer];
  const input = document.createElement(choices ? "select" : "input");
  input.dataset.key = field;
  if (choices) input.append(...choices.map((choice) => new Option(choice)));
  else Object.assign(input, { placeholder: HINTS[answer], autocomplete: "off", size: 16 });
  const label = element("label", `${zh} ${en} `);
  label.append(input);
  return label;
}

async function scan(event) {
  event.preventDefault();
  const form = new FormData(find("scan"));
  const how = find("how").value;
  form.append(...(how ? ["from", how] : ["self_drawn", "true"]));
  for (const { dataset, value } of find("asks").querySelectorAll("[data-key]")) {
    if (value.trim()) form.append("circumstances", `${dataset.key}=${value.trim()}`);
  }
  say("Reading…");
  find("result").hidden = true;
  try {
    const response = await fetch("/v1/scan", { method: "POST", body: form });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    remember(answer, form);
    await show(answer, form.get("photo"));
  } catch (error) {
    say(error.message, true);
  }
}

let asked = null;

// What was scored, for the same hand under the other systems; circumstances that only some of them know stay out.
function remember({ reading, sheet }, form) {
  asked = reading.hand && sheet
    ? { hand: reading.hand, win: sheet.win.tile, seat: form.get("seat"), round: form.get("round"), ...(form.get("from") ? { from: form.get("from") } : { self_drawn: true }) }
    : null;
  find("compare").hidden = !asked;
  find("systems").hidden = true;
}

async function compare() {
  const rules = [...find("scan").elements.rules.options].map(({ value }) => value);
  const response = await fetch("/v1/score", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...asked, rules }) });
  const answer = await response.json();
  if (!response.ok) return say(answer.detail, true);
  find("systems").hidden = false;
  find("systems").tBodies[0].replaceChildren(...answer.map((each) => system(each)));
}

function system({ rules, title, sheet, reason }) {
  const row = document.createElement("tr");
  const told = sheet ? `+${sheet.payments[sheet.win.seat]}` : reason.message;
  row.dataset.rules = rules;
  row.append(element("td", names(title.zh, title.ja, title.en)), element("td", sheet ? sheet.points : "–"), element("td", told));
  return row;
}

async function show({ reading, sheet, reason, asks, settled }, photo) {
  say(reason ? reason.message : `${sheet.points} points${sheet.formula && ` = ${sheet.formula}`}`, Boolean(reason));
  find("result").hidden = false;
  find("hand").textContent = reading.hand ?? reading.tiles.map(({ tile }) => tile).join(" ");
  const unsure = [...asks, ...reading.doubts, ...settled];
  find("doubts").replaceChildren(...unsure.map(({ message }) => element("li", message)));
  find("sheet").hidden = !sheet;
  find("sheet").tBodies[0].replaceChildren(...(sheet?.lines ?? []).map(line));
  find("payments").textContent = sheet
    ? Object.entries(sheet.payments).map(([seat, points]) => `${seat} ${points > 0 ? "+" : ""}${points}`).join(", ")
    : "";
  await draw(reading, photo);
}

function line({ name, japanese, english, count, points, effect, worth, reason }) {
  const row = document.createElement("tr");
  row.append(element("td", `${names(name, japanese, english)}${count > 1 ? ` ×${count}` : ""}`), element("td", effect === "points" ? points : worth), element("td", reason));
  return row;
}

async function draw({ width, height, tiles }, photo) {
  const canvas = find("seen");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  try {
    context.drawImage(await createImageBitmap(photo, { imageOrientation: "from-image" }), 0, 0, width, height);
  } catch {
    // Some browsers cannot show every kind of photo that the service reads: the boxes stand alone.
  }
  context.lineWidth = Math.max(2, width / 400);
  context.font = `${Math.max(12, width / 50)}px sans-serif`;
  for (const { tile, box: [left, top, right, bottom], doubtful } of tiles) {
    context.strokeStyle = context.fillStyle = doubtful ? "#e90" : "#0b6";
    context.strokeRect(left, top, right - left, bottom - top);
    context.fillText(tile, left, top - context.lineWidth);
  }
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function say(text, isError = false) {
  find("message").textContent = text;
  find("message").classList.toggle("error", isError);
}

find("scan").addEventListener("submit", scan);
find("scan").elements.rules.addEventListener("change", ask);
find("compare").addEventListener("click", compare);
await listRules();
