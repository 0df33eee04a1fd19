/** The page: settings, progress, result; and the handle that the terminal and the tests use. */
import "../style.css";
import "./macro.css";
import { save } from "../shell/save.ts";
import { find } from "../views/element.ts";
import { type MacroReport, reportOf } from "./report.ts";
import { showReport } from "./report-view.ts";
import type { MacroOptions, MacroResult } from "./result.ts";
import { defaults, estimate, type MacroState, runMacro } from "./run.ts";

const idle: MacroState = { phase: "idle", done: 0, total: 0, now: "", left: 0, untilNext: 0 };
let state = idle;
let result: MacroResult | undefined;
let running: AbortController | undefined;
/** When `state` was told. */
let since = 0;

/**
 * Starts a run, and ends with it, however it ends: see `state`. Of an earlier one the result stays until this has a part.
 *
 * @param before What another page has measured of it
 * @throws RangeError for options that make no sense
 */
async function start(given: Partial<MacroOptions> = {}, before?: MacroResult): Promise<void> {
  const options = checked({ ...defaults, ...given });
  if (running !== undefined) throw new RangeError("A run is under way: stop it first.");
  running = new AbortController();
  if (before !== undefined) result = before;
  showRunning(true);
  const clock = setInterval(showTimeLeft, 1000);
  try {
    const port = {
      stage: { box: find("#box"), echo: find("#echo") },
      signal: running.signal,
      changed: tell,
      measured: (measured: MacroResult) => {
        result = measured;
      },
    };
    await runMacro(options, port, before);
    tell({ ...idle, phase: "done", done: state.total, total: state.total });
  } catch (error) {
    const phase = running.signal.aborted ? "stopped" : "failed";
    tell({ ...idle, phase, done: state.done, total: state.total, ...(phase === "failed" && { error: String(error) }) });
  } finally {
    clearInterval(clock);
    running = undefined;
    showRunning(false);
    if (result !== undefined) showReport(find("#report"), reportOf(result, engineName()));
    find("#results").hidden = result === undefined;
    find<HTMLButtonElement>("#download").disabled = result === undefined;
  }
}

function checked(options: MacroOptions): MacroOptions {
  const { seconds, repetitions, upTo = repetitions, aesMs, subtests } = options;
  const refuse = (what: string, range: string): never => {
    throw new RangeError(`${what} must be ${range}.`);
  };
  if (!(seconds >= 1 && seconds <= 600)) refuse("The seconds for each part", "from 1 to 600");
  if (!(Number.isInteger(repetitions) && repetitions >= 1 && repetitions <= 50)) refuse("Repetitions", "1 to 50");
  if (!(Number.isInteger(upTo) && upTo >= 1 && upTo <= repetitions)) refuse("Their end", `1 to ${repetitions}`);
  if (!(aesMs > 0 && aesMs <= 500)) refuse("The time of an AES job", "above 0 and at most 500 ms");
  if (subtests.length === 0) refuse("The number of parts", "above 0");
  return options;
}

const words: Readonly<Record<MacroState["phase"], (state: MacroState) => string>> = {
  idle: () => "Not started.",
  calibrating: () => "Measuring how fast this machine is …",
  running: ({ done, total, now }) => `Part ${done + 1} of ${total}: ${now}.`,
  done: ({ total }) => `Done: ${total} parts.`,
  stopped: ({ done, total }) => `Stopped after ${done} of ${total} parts.`,
  failed: ({ error }) => `It failed: ${error}`,
};

function tell(next: MacroState): void {
  state = next;
  since = performance.now();
  find("#progress").textContent = words[next.phase](next);
  const bar = find<HTMLProgressElement>("#bar");
  bar.max = Math.max(1, next.total);
  bar.value = next.done;
  showTimeLeft();
}

/** Once a second, and the same under every scheduler. */
function showTimeLeft(): void {
  const left = Math.max(0, state.left - (performance.now() - since));
  find("#left").textContent = state.left === 0 ? "" : `${duration(left)} left`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
}

function showRunning(isRunning: boolean): void {
  find<HTMLButtonElement>("#start").disabled = isRunning;
  find<HTMLButtonElement>("#stop").disabled = !isRunning;
  for (const input of document.querySelectorAll<HTMLInputElement>("#settings input")) input.disabled = isRunning;
}

function settings(): MacroOptions {
  const number = (id: string) => find<HTMLInputElement>(id).valueAsNumber;
  return { ...defaults, seconds: number("#seconds"), repetitions: number("#repetitions") };
}

function showEstimate(): void {
  const time = estimate(settings());
  find("#estimate").textContent = Number.isNaN(time) ? "" : `takes about ${duration(time)}`;
}

/** What the browser says of itself, shortened. */
function engineName(): string {
  const [, name = navigator.userAgent, version = ""] =
    /(Firefox|Chrome)\/(\d+)/.exec(navigator.userAgent) ??
    /(Version)\/([\d.]+).*Safari/.exec(navigator.userAgent) ??
    [];
  return `${{ Chrome: "Chromium", Version: "WebKit" }[name] ?? name} ${version}`.trim();
}

find<HTMLFormElement>("#settings").addEventListener("submit", (event) => {
  event.preventDefault();
  void start(settings()).then(() => find(result === undefined ? "#start" : "#result").focus());
});
find("#settings").addEventListener("input", showEstimate);
find("#stop").addEventListener("click", () => stop());
find("#download").addEventListener("click", () => save("preempt-macro.json", JSON.stringify(result)));
showEstimate();

function stop(): void {
  running?.abort(new DOMException("The run was stopped.", "AbortError"));
}

/** What the terminal and the browser tests drive the page by. */
const handle = {
  start,
  /** Ends the run; what has been measured stays. */
  stop,
  get state(): MacroState {
    return state;
  },
  /** What has been measured so far, in the run before until the first subtest has ended; undefined if nothing has. */
  result: (): MacroResult | undefined => result,
  /** The figures and tables of that. @param engine Default: what the browser says of itself. */
  report: (engine = engineName()): MacroReport | undefined => result && reportOf(result, engine),
};
export type MacroHandle = typeof handle;
(window as { __macro?: MacroHandle }).__macro = handle;
