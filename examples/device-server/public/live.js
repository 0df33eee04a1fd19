/** The dashboard: what the server sends by WebSocket, twice a second, and two switches. */
const element = (id) => document.getElementById(id);
const colours = { login: "#d1495b", page: "#2e86ab", upload: "#8a6fd1", report: "#e09f3e" };
const history = [];
const sensors = new Map();
const kept = 120;

const ms = (value) =>
  value === undefined ? "" : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");

function toggle(id) {
  const button = element(id);
  button.addEventListener("click", () => {
    const to = button.getAttribute("aria-pressed") === "true" ? "off" : "on";
    void fetch(`/switch/${id}/${to}`, { method: "POST" });
  });
}
toggle("load");
toggle("scheduling");

function connect() {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = ({ data }) => show(JSON.parse(data));
  socket.onclose = () => {
    element("state").textContent = "The server has gone; trying again …";
    setTimeout(connect, 1000);
  };
}
connect();

function show(message) {
  if (message.readings) {
    for (const { sensor, value } of message.readings) sensors.set(sensor, value);
    element("sensors").replaceChildren(
      ...[...sensors].sort().map(([name, value]) => item(`${name}: ${value.toFixed(2)}`)),
    );
    return;
  }
  const { scheduling, load, classes, deadlines, latencies, stored } = message;
  element("load").setAttribute("aria-pressed", load);
  element("scheduling").setAttribute("aria-pressed", scheduling);
  element("state").textContent = load
    ? scheduling
      ? "Under load: urgent requests come first, reports are made in slices."
      : "Under load, first come first served: whoever comes while a report is made waits until it is done."
    : "No load. Switch it on.";
  element("stored").textContent = `${stored.toLocaleString("en")} readings are stored.`;
  element("classes").replaceChildren(
    ...Object.entries(classes).map(([name, one]) => row(name, one, deadlines[name], latencies[name], scheduling)),
  );
  history.push(latencies);
  if (history.length > kept) history.shift();
  draw();
}

function item(text) {
  const li = document.createElement("li");
  li.textContent = text;
  return li;
}

function row(name, { ready, running, oldest, refused }, deadline, latency, scheduling) {
  const tr = document.createElement("tr");
  const only = (value) => (scheduling ? value : "");
  const isLate = latency?.p99 > (deadline ?? Infinity);
  for (const [text, className] of [
    [name],
    [deadline ?? "none"],
    [only(ready)],
    [only(running)],
    [only(ms(oldest))],
    [latency?.answered ?? ""],
    [only(refused)],
    [ms(latency?.p50)],
    [ms(latency?.p99), isLate ? "late" : ""],
  ]) {
    const td = document.createElement("td");
    td.textContent = text;
    td.className = className ?? "";
    tr.append(td);
  }
  return tr;
}

/** One line for each class; 1 ms to 10 s. */
function draw() {
  const [left, right, top, bottom] = [40, 570, 8, 196];
  const x = (i) => left + ((right - left) * i) / (kept - 1);
  const y = (value) => bottom - ((bottom - top) * Math.log10(Math.min(10_000, Math.max(1, value)))) / 4;
  let svg = "";
  for (const value of [1, 10, 100, 1000, 10_000]) {
    svg += `<line x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}" stroke="var(--line)"/>`;
    svg += `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end" font-size="11" fill="var(--quiet)">${value}</text>`;
  }
  const labels = [];
  for (const [name, colour] of Object.entries(colours)) {
    const points = history.flatMap((one, i) =>
      one[name]?.p99 === undefined ? [] : [`${x(i).toFixed(1)},${y(one[name].p99).toFixed(1)}`],
    );
    if (points.length === 0) continue;
    svg += `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`;
    labels.push([name, colour, Number(points.at(-1).split(",")[1])]);
  }
  // Names do not lie on each other.
  labels.sort((a, b) => a[2] - b[2]);
  let last = -20;
  for (const [name, colour, at] of labels) {
    last = Math.max(at, last + 14);
    svg += `<text x="${right + 6}" y="${last + 4}" font-size="12" fill="${colour}">${name}</text>`;
  }
  element("chart").innerHTML = svg;
}
