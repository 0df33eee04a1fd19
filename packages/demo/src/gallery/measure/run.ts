/** What the page measures of one run, from the click or key that starts it to the frame that shows the result. */
import type { Mode } from "../entry.ts";
import type { FramesOfRun, FrameWatch } from "./frame-watch.ts";
import type { Interactions, InteractionWatch } from "./interactions.ts";

export interface Measured extends FramesOfRun {
  readonly mode: Mode;
  readonly interactions: Interactions;
  /** Milliseconds from the last request of the person to the result on the screen. */
  readonly timeToResult: number;
  /** The time that all other numbers are of, in milliseconds. */
  readonly window: number;
  readonly preemptions: number;
  readonly digest: string;
  /** Something else took the processor when the page last looked before the run. */
  readonly wasBusy: boolean;
}

/** The browser reports interactions and long frames a little later. */
const reportsAfter = 250;

export interface Watches {
  readonly frames: FrameWatch;
  readonly interactions: InteractionWatch;
}

/** Resolves when what the page holds now is on the screen. */
export function painted(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(performance.now());
      };
      port2.postMessage(undefined);
    });
  });
}

/**
 * @param from When the run began, on the page's clock
 * @param asked When the person asked for the result that is on the screen now
 * @param to When it came there
 */
export async function measuresOf(
  { frames, interactions }: Watches,
  from: number,
  asked: number,
  to: number,
): Promise<FramesOfRun & Pick<Measured, "interactions" | "timeToResult" | "window">> {
  await new Promise((resolve) => setTimeout(resolve, reportsAfter));
  return {
    ...frames.between(from, to),
    interactions: interactions.between(from, to),
    timeToResult: to - asked,
    window: to - from,
  };
}
