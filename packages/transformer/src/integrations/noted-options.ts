/**
 * `preempt check` runs a configuration whose options are computed, and looks at what it hands to Preempt: every integration notes its
 * options here, if somebody listens.
 */
const key = Symbol.for("@preempt/transformer options");

type Listener = (options: object) => void;

/** @returns whether somebody listens: then nothing is to be transformed */
export function noteOptions(options: object): boolean {
  const listener = (globalThis as { [key]?: Listener })[key];
  listener?.(options);
  return listener !== undefined;
}

/** Calls `listener` with the options of each plugin that `run` makes. */
export async function listenForOptions(listener: Listener, run: () => Promise<unknown>): Promise<void> {
  const holder = globalThis as { [key]?: Listener };
  holder[key] = listener;
  try {
    await run();
  } finally {
    delete holder[key];
  }
}
