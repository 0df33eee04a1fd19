/**
 * Urgent input. Messages of another thread, at instants drawn from a seed, each with the time at which it was sent. When
 * they are due does not depend on how busy this thread is; when their handler runs does.
 */
import { sharedClock } from "./clock.ts";
import { openThread } from "./thread.ts";

export interface Input {
  /** What those waited for their handler, in milliseconds, that were sent in between. */
  delays(from: number, to: number): number[];
  stop(): void;
}

interface Received {
  readonly sent: number;
  readonly delay: number;
}

/** @param url Of the module that sends: ./sender.ts. */
export function openInput(url: URL, seed: number): Promise<Input> {
  const received: Received[] = [];
  return new Promise((resolve) => {
    const thread = openThread(url, (sent) => {
      received.push({ sent: sent as number, delay: sharedClock() - (sent as number) });
      if (received.length === 1) resolve(input);
    });
    const input = inputOf(received, thread.stop);
    thread.post(seed);
  });
}

/** Keys that somebody presses: the browser says when. */
export function watchKeys(): Input {
  const received: Received[] = [];
  const listener = ({ timeStamp }: KeyboardEvent) =>
    void received.push({ sent: performance.timeOrigin + timeStamp, delay: performance.now() - timeStamp });
  addEventListener("keydown", listener);
  return inputOf(received, () => removeEventListener("keydown", listener));
}

function inputOf(received: readonly Received[], stop: () => void): Input {
  return {
    delays: (from, to) => received.filter(({ sent }) => sent >= from && sent <= to).map(({ delay }) => delay),
    stop,
  };
}
