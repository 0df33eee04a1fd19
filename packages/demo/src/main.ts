/** Wiring: the page's state, its controls, what measures and what draws. */
import "./style.css";
import { FrameMeter } from "./observe/frames.ts";
import { InputMeter } from "./observe/input.ts";
import { LoopDelayMeter } from "./observe/loop-delay.ts";
import { Hands } from "./person/hands.ts";
import type { Stage } from "./scenarios/scenario.ts";
import { readLink, writeLink } from "./setup/link.ts";
import { type AddedTask, defaultsOf, type Setup } from "./setup/setup.ts";
import { AddTask } from "./shell/add-task.ts";
import { showAdmission } from "./shell/admission-view.ts";
import { App } from "./shell/app.ts";
import { adviseOnClock } from "./shell/clock-hint.ts";
import { CodePanel } from "./shell/code-panel.ts";
import { Controls } from "./shell/controls.ts";
import { Notices } from "./shell/notices.ts";
import { Recorder } from "./shell/recorder.ts";
import { ScenarioView } from "./shell/scenario-view.ts";
import { TaskEditor } from "./shell/task-editor.ts";
import { Dashboard } from "./views/dashboard.ts";
import { find } from "./views/element.ts";

const notices = new Notices(find("#notices"));
const pause = find<HTMLButtonElement>("#pause");
const frames = new FrameMeter();
const input = new InputMeter();
const loop = new LoopDelayMeter();
const hands = new Hands(input, {
  typed: (text) => app.play?.typed?.(text),
  dropped: (file) => app.play?.dropped?.(file),
});
const view = new ScenarioView((id, value) => app.change({ options: { ...app.setup.options, [id]: value } }));
const controls = new Controls((change) => app.change(change));
const code = new CodePanel((error) => notices.sayError(error, undefined));
const recorder = new Recorder(find<HTMLButtonElement>("#record"), find("#record-status"), find("#record-time"));
const editor = new TaskEditor(find<HTMLTableElement>("#tasks"), {
  edited: (id, edit) => {
    const added = app.setup.added.map((task) => (task.id === id ? { ...task, ...edit } : task));
    const isAdded = app.setup.added.some((task) => task.id === id);
    app.change(isAdded ? { added } : { edits: { ...app.setup.edits, [id]: edit } });
  },
  removed: (id) => app.change({ added: app.setup.added.filter((task) => task.id !== id) }),
});
const addTask = new AddTask(
  () => app.taskNames,
  (task: AddedTask) => app.change({ added: [...app.setup.added, task] }),
);

function stage(): Stage {
  return {
    panel: view.emptyPanel(),
    get typed() {
      return hands.field.value;
    },
    type(text) {
      hands.field.value = text;
      hands.field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    showRows: (count, row) => hands.list.show(count, row),
  };
}

const app: App = new App(readLink(location.hash).setup, stage, {
  opened: (entry, scenario) => {
    notices.clear();
    view.show(entry, scenario);
    hands.show(scenario);
    code.offer(scenario.files);
  },
  paused: (isPaused) => {
    pause.textContent = isPaused ? "Go on" : "Pause";
  },
  changed: (setup) => {
    const { specs } = app;
    notices.clear();
    addTask.show(setup.added.length);
    controls.show(setup);
    view.showOptions(app.options);
    editor.show(specs, new Set(setup.added.map(({ id }) => id)));
    editor.mark(showAdmission(setup, specs));
    const link = writeLink(setup);
    if (readableHash() !== link)
      history.replaceState(null, "", link === "" ? location.pathname + location.search : `#${link}`);
  },
  started: (system) => {
    hands.moveTo(system);
    input.clear();
    if (system) recorder.moveTo(system.scheduler);
  },
  onError: (error, name) => notices.sayError(error, name),
  say: (text) => notices.say(text),
});
const dashboard = new Dashboard({ app, frames, input, loop, editor, recorder });
dashboard.start();

const readableHash = () => location.hash.replace(/^#/, "");

async function show(setup: Setup, problems?: readonly string[]): Promise<void> {
  notices.clear();
  try {
    await app.open(setup, problems);
    find("main").classList.remove("opening");
  } catch (error) {
    notices.sayError(error, undefined);
  }
}
function open(): void {
  const { setup, problems } = readLink(location.hash);
  void show(setup, problems);
}
addEventListener("hashchange", open);
// A scenario that did not load is asked for again: the address is the same.
find("#scenarios").addEventListener("click", (event) => {
  const link = (event.target as Element).closest("a");
  if (link?.hash === location.hash && app.system === undefined && !app.isPaused) open();
});
const seen = () => app.hide(document.hidden);
document.addEventListener("visibilitychange", seen);
seen();
open();

pause.addEventListener("click", () => app.pause(!app.isPaused));
find("#reset").addEventListener("click", () => void show(defaultsOf(app.setup.scenario)));
find("#copy").addEventListener("click", async () => {
  const status = find("#record-status");
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is copied: it carries the whole set-up.";
  } catch {
    status.textContent = "Copying was refused: the link is in the address bar.";
  }
});
adviseOnClock(find("#clock"));
// What scrolls has to be reached by the keyboard, too.
for (const element of document.querySelectorAll<HTMLElement>(".scroll")) element.tabIndex = 0;

/** What the browser tests measure through. */
const handle = {
  get setup() {
    return app.setup;
  },
  change: (change: Partial<Setup>) => app.change(change),
  rate: (ms: number) => frames.rate(ms),
  worst: (ms: number) => frames.worst(ms),
  delays: () => [...input.delays],
  /** How the task has done since the last change of the set-up. */
  row: (name: string) => app.live.rows.find((row) => row.name === name),
};
export type DemoHandle = typeof handle;
(window as { __preempt?: DemoHandle }).__preempt = handle;
