/** The gallery's page: chooses an entry, runs it in a mode, and shows what was measured. */
import "../style.css";
import "./gallery.css";
import { displayInterval } from "../macro/frames.ts";
import { find } from "../views/element.ts";
import { choiceOf, isOldLink } from "./address.ts";
import { type EntryLink, entries } from "./entries.ts";
import type { Mode } from "./entry.ts";
import { EntryView } from "./entry-view.ts";
import { BusyWatch } from "./measure/busy.ts";
import { FrameWatch } from "./measure/frame-watch.ts";
import { InteractionWatch } from "./measure/interactions.ts";
import type { Measured } from "./measure/run.ts";
import { startMovingBox } from "./moving-box.ts";
import { runOnce } from "./run.ts";
import { Runner } from "./runner.ts";

if (isOldLink(location.hash)) location.replace(`scheduler.html${location.search}${location.hash}`);

const interval = await displayInterval();
const watches = { frames: new FrameWatch(interval), interactions: new InteractionWatch() };
const busy = new BusyWatch(watches.frames);
const view = new EntryView(entries, watches, (mode, at) => void start(mode, at));
startMovingBox(find(".mover"), find("#rate"), watches.frames);

let opened:
  | { readonly link: EntryLink; readonly runner: Runner; readonly entry: Awaited<ReturnType<EntryLink["load"]>> }
  | undefined;
let isRunning = false;
const results: Measured[] = [];

async function open(): Promise<void> {
  const link = choiceOf(location.hash, entries);
  if (opened?.link === link || isRunning) return;
  opened?.runner.close();
  opened = undefined;
  results.length = 0;
  view.choose(link);
  try {
    const entry = await link.load();
    const runner = await Runner.load(link.id, entry);
    if (choiceOf(location.hash, entries) !== link) return runner.close();
    opened = { link, runner, entry };
    view.show(entry, runner);
    busy.worked();
  } catch (error) {
    view.sayError(error);
  }
}

async function start(mode: Mode, at: number): Promise<void> {
  if (opened === undefined || isRunning) return;
  const { entry, runner } = opened;
  isRunning = true;
  view.sayError("");
  view.showRunning(mode);
  try {
    const measured = await runOnce(entry, runner, mode, at, view.place);
    const result = { ...measured, wasBusy: busy.isBusy };
    results.push(result);
    view.showMeasured(result);
  } catch (error) {
    view.sayError(error);
  } finally {
    isRunning = false;
    busy.worked();
    view.showRunning(undefined);
    void open();
  }
}

setInterval(() => {
  if (isRunning || document.hidden) return;
  busy.look();
  find("#busy").hidden = !busy.isBusy;
}, 2000);

addEventListener("hashchange", () => void open());
void open();

/** What browser tests and the benchmark ask. */
const handle = {
  entries: entries.map(({ id }) => id),
  /** The entry that can be run now. */
  get ready(): string | undefined {
    return isRunning ? undefined : opened?.link.id;
  },
  /** What a person types to see something; undefined where a button starts all. */
  get sample(): string | undefined {
    const script = opened?.entry.script;
    return script?.kind === "typed" ? script.sample : undefined;
  },
  /** Of this entry, oldest first. */
  results,
  /** What the page says that went wrong. */
  get error(): string {
    return find("#error").textContent ?? "";
  },
};
export type GalleryHandle = typeof handle;
(window as { __gallery?: GalleryHandle }).__gallery = handle;
