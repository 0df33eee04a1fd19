/** One run of an entry in one mode: what the person starts, what is shown, and what was measured. */
import type { Entry, Mode } from "./entry.ts";
import { type Measured, measuresOf, painted, type Watches } from "./measure/run.ts";
import type { Runner } from "./runner.ts";

/** Milliseconds from a key's first event to its `input` event, at most, if nothing runs. */
const keyBefore = 5;
/** Milliseconds without a key after which a person has typed what they wanted. */
const pauseOfTyping = 1000;

export interface RunPlace {
  readonly field: HTMLInputElement;
  readonly watches: Watches;
  show(result: unknown): void;
}

/** @param from When the person pressed the button, on the page's clock */
export async function runOnce(
  entry: Entry,
  runner: Runner,
  mode: Mode,
  from: number,
  place: RunPlace,
): Promise<Omit<Measured, "wasBusy">> {
  place.watches.interactions.forget(from);
  runner.takePreemptions();
  const { script } = entry;
  const ask = (request: unknown) => runner.ask(mode, request);
  const { start, asked, result, shown } =
    script.kind === "started"
      ? await started(from, () => script.run({ ask, show: place.show }), place)
      : await typed((text) => ask(script.request(text)), place);
  const measures = await measuresOf(place.watches, start, asked, shown);
  return { ...measures, mode, preemptions: runner.takePreemptions(), digest: runner.digest(result) };
}

interface Shown {
  readonly start: number;
  readonly asked: number;
  readonly result: unknown;
  /** When the result was on the screen. */
  readonly shown: number;
}

async function started(from: number, run: () => Promise<unknown>, { show }: RunPlace): Promise<Shown> {
  const result = await run();
  show(result);
  return { start: from, asked: from, result, shown: await painted() };
}

/** From the first key to the result of the last one. */
function typed(ask: (text: string) => Promise<unknown>, { field, show }: RunPlace): Promise<Shown> {
  field.value = "";
  field.focus();
  return new Promise((resolve, reject) => {
    let start = Number.NaN;
    let shown: Shown | undefined;
    let timer = 0;
    const settle = () => {
      if (shown === undefined) return;
      field.removeEventListener("input", heard);
      resolve(shown);
    };
    const heard = ({ timeStamp }: Event) => {
      if (Number.isNaN(start)) start = timeStamp - keyBefore;
      shown = undefined;
      clearTimeout(timer);
      ask(field.value).then(
        async (result) => {
          show(result);
          const at = await painted();
          shown = { start, asked: timeStamp, result, shown: at };
          clearTimeout(timer);
          timer = window.setTimeout(settle, pauseOfTyping);
        },
        (error) => {
          if ((error as Error).name === "AbortError") return;
          field.removeEventListener("input", heard);
          reject(error);
        },
      );
    };
    field.addEventListener("input", heard);
  });
}
