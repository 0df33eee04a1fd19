/** A player: a buffer of sound is due every 10 ms, while the search index is built on the same thread. */
import { type Job, type Scheduler, Task } from "@preempt/runtime";

/** Mixes a few voices into the next buffer. */
export class Mixer extends Task {
  readonly buffers: number[] = [];
  readonly #voices: readonly number[];

  constructor(voices: readonly number[]) {
    super({ name: "mixer", period: 10, deadline: 5 });
    this.#voices = voices;
  }

  /** @preempt */
  override run(): void {
    let sample = 0;
    for (const voice of this.#voices) sample += voice;
    this.buffers.push(sample);
  }
}

/** @preempt */
export function buildIndex(titles: readonly string[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, title] of titles.entries()) {
    for (const word of title.toLowerCase().split(" ")) {
      const found = index.get(word);
      if (found === undefined) index.set(word, [i]);
      else found.push(i);
    }
  }
  return index;
}

/** Starts playing, and builds the index meanwhile. */
export function startPlayer(
  rt: Scheduler,
  { voices, titles }: { voices: readonly number[]; titles: readonly string[] },
): { mixer: Mixer; index: Job<Map<string, number[]>> } {
  const mixer = rt.task(new Mixer(voices));
  const index = rt.submit(buildIndex, { args: [titles], name: "index", deadline: 1000 });
  return { mixer, index };
}

/** @preempt */
export async function loadIndex(fetchTitles: () => Promise<readonly string[]>): Promise<Map<string, number[]>> {
  return buildIndex(await fetchTitles());
}
