/**
 * The states after a number of jobs: which jobs have run, and from when to when the last of them may end. States of the same jobs whose
 * intervals meet are one: every instant of the union is reached.
 */

export interface State {
  /** Each job before this one has run. */
  readonly base: number;
  /** Those behind it that have run, ascending. */
  readonly beyond: readonly number[];
  /** When the processor is free at the earliest, and at the latest. */
  earliest: number;
  latest: number;
}

export class States {
  readonly #byJobs = new Map<string, State[]>();
  size = 0;

  add(state: State): void {
    const key = `${state.base}:${state.beyond.join()}`;
    const same = this.#byJobs.get(key);
    if (same === undefined) {
      this.#byJobs.set(key, [state]);
      this.size++;
      return;
    }
    // What has grown may meet another one.
    for (let i = 0; i < same.length; ) {
      const other = same[i] as State;
      if (state.earliest > other.latest + 1 || other.earliest > state.latest + 1) {
        i++;
        continue;
      }
      state.earliest = Math.min(state.earliest, other.earliest);
      state.latest = Math.max(state.latest, other.latest);
      same.splice(i, 1);
      this.size--;
      i = 0;
    }
    same.push(state);
    this.size++;
  }

  *[Symbol.iterator](): Generator<State> {
    for (const states of this.#byJobs.values()) yield* states;
  }
}

export function hasRun({ base, beyond }: State, job: number): boolean {
  return job < base || beyond.includes(job);
}

/** The jobs of `state` and one more. */
export function withJob({ base, beyond }: State, job: number): Pick<State, "base" | "beyond"> {
  if (job !== base) {
    const i = beyond.findIndex((other) => other > job);
    return { base, beyond: i < 0 ? [...beyond, job] : beyond.toSpliced(i, 0, job) };
  }
  let k = 0;
  while (beyond[k] === base + 1 + k) k++;
  return { base: base + 1 + k, beyond: beyond.slice(k) };
}
