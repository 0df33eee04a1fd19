/**
 * Effect: a fiber that yields to its scheduler, which counts operations, not time. A computation is few operations, so the
 * program looks at the clock itself.
 */
import { Effect } from "effect";
import { TimedPause } from "./pause.ts";
import type { Run } from "./run.ts";

export interface EffectPause {
  isDue(): boolean;
  readonly wait: Effect.Effect<void>;
}

export function adapt(run: (input: unknown, pause: EffectPause) => Effect.Effect<unknown>): Run {
  const timed = new TimedPause(() => Promise.resolve());
  const begin = Effect.sync(() => timed.begin());
  const pause: EffectPause = { isDue: () => timed.isDue(), wait: Effect.andThen(Effect.yieldNow, begin) };
  return (input) => Effect.runPromise(Effect.andThen(begin, run(input, pause)));
}
