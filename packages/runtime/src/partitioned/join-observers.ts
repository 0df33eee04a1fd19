/** Two observers as one: the worker's side listens to the kernel beside whoever the user sent to listen. */
import type { Observer } from "../observer.ts";

const events = [
  "jobReleased",
  "jobDispatched",
  "jobPreempted",
  "jobBlocked",
  "jobWoken",
  "jobFinished",
  "deadlineMissed",
  "releaseSkipped",
  "sliceOverrun",
  "resourceLocked",
  "resourceDenied",
  "resourceUnlocked",
  "roundStarted",
  "roundEnded",
] as const satisfies readonly (keyof Observer)[];

type Listener = (...told: unknown[]) => void;

/** `first` is told before `second`, and must not throw. */
export function joinObservers(first: Observer, second: Observer | undefined): Observer {
  if (second === undefined) return first;
  const joined: Record<string, Listener> = {};
  for (const event of events) {
    // Asked for at each event, as the kernel does: an observer may be given a method later.
    joined[event] = (...told) => {
      (first[event] as Listener | undefined)?.apply(first, told);
      (second[event] as Listener | undefined)?.apply(second, told);
    };
  }
  return joined as Observer;
}
