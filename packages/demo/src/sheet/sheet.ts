/** The cells, computed in the order in which they need each other; those that need nothing are computed side by side. */
import { ConstantBandwidthServer, Scheduler } from "@preempt/runtime";
import type { compile } from "@preempt/script";
import { Cell } from "./cell.ts";
import { columns, programs, rows } from "./programs.ts";

export class Sheet {
  readonly cells: ReadonlyMap<string, Cell>;
  /** Milliseconds that each script may compute. */
  limit = 300;
  readonly #names: readonly string[];
  readonly #compile: typeof compile;
  readonly #scripts: ConstantBandwidthServer;
  readonly #changed: (cell: Cell) => void;

  /** @param changed Called when a cell shows something else */
  constructor(compiler: typeof compile, changed: (cell: Cell) => void) {
    const rt = new Scheduler({ policy: "edf" });
    // All scripts together: half of the thread, if the page wanted more for other jobs.
    this.#scripts = new ConstantBandwidthServer(rt, { budget: 8, period: 16, name: "scripts" });
    this.#compile = compiler;
    this.#changed = changed;
    this.#names = rows.flatMap((row) => columns.map((column) => `${column}${row}`));
    this.cells = new Map(this.#names.map((name) => [name, new Cell(name)]));
    for (const cell of this.cells.values()) cell.setProgram(programs[cell.name] ?? "", this.#names, this.#compile);
  }

  /** Gives a cell another program, and computes what depends on it. */
  async change(name: string, program: string): Promise<void> {
    const cell = this.cells.get(name);
    if (cell === undefined) return;
    cell.setProgram(program, this.#names, this.#compile);
    this.#changed(cell);
    await this.#compute(this.#dependingOn(name));
  }

  /** Computes all cells. */
  async computeAll(): Promise<void> {
    await this.#compute(new Set(this.#names));
  }

  async #compute(names: ReadonlySet<string>): Promise<void> {
    const done = new Map<string, Promise<void>>();
    const need = (name: string, path: readonly string[]): Promise<void> => {
      const known = done.get(name);
      if (known !== undefined) return known;
      const computed = this.#computeOne(name, path, need, names);
      done.set(name, computed);
      return computed;
    };
    await Promise.all([...names].map((name) => need(name, [])));
  }

  async #computeOne(
    name: string,
    path: readonly string[],
    need: (name: string, path: readonly string[]) => Promise<void>,
    names: ReadonlySet<string>,
  ): Promise<void> {
    const cell = this.cells.get(name);
    if (cell === undefined || !names.has(name) || !cell.isComputable) return;
    const circle = cell.references.find((other) => [...path, name].includes(other));
    if (circle !== undefined) {
      cell.state = { kind: "failed", error: new Error(`${name} needs itself, through ${circle}.`) };
      this.#changed(cell);
      return;
    }
    cell.state = { kind: "busy" };
    this.#changed(cell);
    await Promise.all(cell.references.map((other) => need(other, [...path, name])));
    const values = Object.fromEntries(cell.references.map((other) => [other, this.#valueOf(other)]));
    await cell.compute(values, this.#scripts, this.limit);
    this.#changed(cell);
  }

  #valueOf(name: string): unknown {
    const state = this.cells.get(name)?.state;
    return state?.kind === "value" ? state.value : undefined;
  }

  /** The cell itself, and all that need it. */
  #dependingOn(name: string): Set<string> {
    const found = new Set([name]);
    for (const one of found)
      for (const cell of this.cells.values()) if (cell.references.includes(one)) found.add(cell.name);
    return found;
  }
}
