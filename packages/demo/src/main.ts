/** Wiring: controls, loads, measurements and views. */
import handbook from "../samples/handbook.md?raw";
import { Checker } from "./checker.ts";
import { FrameMeter } from "./measure/frames.ts";
import { InputMeter } from "./measure/input.ts";
import { createRunner, type Mode, type Runner } from "./modes.ts";
import "./style.css";
import { moveBox } from "./views/box.ts";
import { bars, LineChart } from "./views/charts.ts";
import { drawClusters } from "./views/map.ts";
import { samplePoints } from "./work/clusters.ts";
import { clusterJob, encryptJob, markdownJob } from "./work/jobs.ts";
import { Load, type LoadReport } from "./work/load.ts";

const find = <E extends Element = HTMLElement>(selector: string) => document.querySelector(selector) as E;

const field = find<HTMLInputElement>("#typed");
const inputs = { markdown: handbook, points: samplePoints(30_000) };

let mode: Mode = "edf";
let runner: Runner = createRunner(mode);
const frames = new FrameMeter();
const input = new InputMeter(
  field,
  (text) => {
    find("#echo").textContent = text === "" ? "…" : text;
  },
  runner,
);
const checker = new Checker();

const loads = {
  aes: new Load<Uint8Array>(
    {
      kind: "aes",
      job: encryptJob,
      deadline: 10_000,
      priority: 5, // equals: the earlier release goes first, and none of them starves
      size: 3 << 20,
      input: () => field.value,
      show: ({ output }) => {
        find("#aes-out").textContent = [...output.subarray(0, 48)]
          .map((b) => b.toString(16).padStart(2, "0"))
          .join(" ");
      },
    },
    checker,
    runner,
  ),
  markdown: new Load<string>(
    {
      kind: "markdown",
      job: markdownJob,
      deadline: 10_000,
      priority: 5, // equals: the earlier release goes first, and none of them starves
      size: 1_500_000,
      input: () => inputs.markdown,
      show: ({ output }) => {
        const preview = find("#markdown-out");
        const start = output.slice(0, output.indexOf("<hr", 200) + 1 || 3000);
        // markdown-it escapes raw HTML (html: false), so its output is safe to show
        if (preview.dataset.shown !== start) preview.innerHTML = start;
        preview.dataset.shown = start;
      },
    },
    checker,
    runner,
  ),
  points: new Load<{ x: number; y: number; points: number }[]>(
    {
      kind: "points",
      job: clusterJob,
      deadline: 10_000,
      priority: 5, // equals: the earlier release goes first, and none of them starves
      size: 0,
      input: () => inputs.points,
      show: ({ output }) => drawClusters(find<HTMLCanvasElement>("#points-out"), output),
    },
    checker,
    runner,
  ),
};
type Kind = keyof typeof loads;
const kinds = Object.keys(loads) as Kind[];

let box = startBox();
function startBox() {
  const element = find("#box");
  const move = () => moveBox(element, performance.now());
  return runner.scheduler.task(move, { period: 1000 / 60, deadline: 1000 / 60, priority: 30, name: "box", backlog: 4 });
}

function setMode(next: Mode): void {
  mode = next;
  box.stop();
  runner = createRunner(next);
  input.moveTo(runner);
  for (const kind of kinds) loads[kind].moveTo(runner);
  box = startBox();
  for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=mode]"))
    radio.checked = radio.value === next;
  document.documentElement.dataset.mode = next;
}

function setWork(kind: Kind, on: boolean): void {
  loads[kind].switch(on);
  find<HTMLInputElement>(`#switch-${kind}`).checked = on;
}

for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=mode]")) {
  radio.addEventListener("change", () => setMode(radio.value as Mode));
}
for (const kind of kinds) {
  find<HTMLInputElement>(`#switch-${kind}`).addEventListener("change", (event) => {
    setWork(kind, (event.target as HTMLInputElement).checked);
  });
}
find<HTMLSelectElement>("#aes-size").addEventListener("change", (event) => {
  loads.aes.size = Number((event.target as HTMLSelectElement).value) << 20;
});

acceptFiles(find("#markdown-card"), (text) => {
  inputs.markdown = text;
});
acceptFiles(find("#points-card"), (text) => {
  inputs.points = text;
});

function acceptFiles(card: HTMLElement, take: (text: string) => void): void {
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    take(await file.text());
    const name = card.querySelector(".file-name");
    if (name) name.textContent = file.name;
  };
  const picker = card.querySelector<HTMLInputElement>("input[type=file]");
  picker?.addEventListener("change", () => void read(picker.files?.[0]));
  card.addEventListener("dragover", (event) => {
    event.preventDefault();
    card.classList.add("dragging");
  });
  card.addEventListener("dragleave", () => card.classList.remove("dragging"));
  card.addEventListener("drop", (event) => {
    event.preventDefault();
    card.classList.remove("dragging");
    void read(event.dataTransfer?.files[0]);
  });
}

const rateChart = new LineChart(find("#rate-chart"), 70, 60, "--accent");
const timeChart = new LineChart(find("#time-chart"), 100, 1000 / 60, "--warn", bars);
const rates: (number | null)[] = Array.from({ length: 80 }, () => null);

function refresh(): void {
  const rate = frames.rate(1000);
  rates.push(rate);
  rates.shift();
  rateChart.draw(rates);
  timeChart.draw(frames.times(120));
  write("#rate", rate.toFixed(0));
  write("#worst", frames.worst(1000).toFixed(0));
  const delay = input.summary();
  write("#delay", delay ? delay.median.toFixed(0) : "–");
  write("#box-misses", String(box.misses + box.skipped));
  find("#rate")
    .closest(".tile")
    ?.classList.toggle("bad", rate < 50);
  for (const kind of kinds) writeReport(kind, loads[kind].report, loads[kind].isOn);
}

function writeReport(kind: Kind, report: LoadReport, isOn: boolean): void {
  write(`#${kind}-done`, String(report.done));
  write(`#${kind}-response`, report.responseTime === undefined ? "–" : report.responseTime.toFixed(0));
  write(`#${kind}-misses`, String(report.misses));
  write(`#${kind}-preemptions`, String(report.preemptions));
  const words = {
    equal: `✓ equal · ${report.hash}`,
    different: `✗ different · ${report.hash}`,
    unknown: isOn ? "checking …" : "off",
  };
  write(`#${kind}-verdict`, words[report.verdict]);
  find(`#${kind}-verdict`).dataset.verdict = report.verdict;
}

function write(selector: string, text: string): void {
  const element = find(selector);
  if (element.textContent !== text) element.textContent = text;
}

setMode("edf");
for (const kind of kinds) setWork(kind, false);
setInterval(refresh, 250);

/** What the browser tests measure through. */
const handle = {
  setMode,
  setWork,
  rate: (ms: number) => frames.rate(ms),
  worst: (ms: number) => frames.worst(ms),
  delays: () => [...input.delays],
  reports: () => Object.fromEntries(kinds.map((kind) => [kind, loads[kind].report])),
};
export type DemoHandle = typeof handle;
(window as { __preempt?: DemoHandle }).__preempt = handle;
