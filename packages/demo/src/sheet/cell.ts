/** One cell: its program, what it gave last, and the run that computes it anew. */
import type { Scheduler, Server } from "@preempt/runtime";
import type { Script, ScriptRun } from "@preempt/script";

type Compile = typeof import("@preempt/script").compile;

/** What the page shows of a cell. */
export type CellState =
  | { readonly kind: "empty" }
  | { readonly kind: "busy" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "stopped" | "failed"; readonly error: Error };

export class Cell {
  readonly name: string;
  state: CellState = { kind: "empty" };
  #program = "";
  #script: Script | undefined;
  #run: ScriptRun | undefined;
  /** The names of the cells that the program mentions. */
  references: readonly string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get program(): string {
    return this.#program;
  }

  /** Whether there is a program without syntax errors. */
  get isComputable(): boolean {
    return this.#script !== undefined;
  }

  /** What nothing can stop in the program. */
  get warnings(): readonly string[] {
    return (this.#script?.cannotBeStopped ?? []).map(({ kind, text }) => `${kind}: ${text}`);
  }

  /** Compiles another program; an error of it is the cell's state. */
  setProgram(program: string, names: readonly string[], compile: Compile): void {
    this.#run?.cancel();
    this.#program = program;
    this.#script = undefined;
    this.references = names.filter((name) => new RegExp(`\\b${name}\\b`).test(program));
    this.state = { kind: "empty" };
    if (program.trim() === "") return;
    try {
      const globals = Object.fromEntries(this.references.map((name) => [name, undefined]));
      this.#script = compile(program, { globals, name: this.name });
    } catch (error) {
      this.state = { kind: "failed", error: error as Error };
    }
  }

  /** Computes the cell. A run that has not ended is stopped. */
  async compute(values: Readonly<Record<string, unknown>>, rt: Scheduler | Server, limit: number): Promise<void> {
    const script = this.#script;
    if (script === undefined) return;
    this.#run?.cancel();
    const run = script.run(values, { rt, limit, stretchLimit: 10 });
    this.#run = run;
    try {
      const value = await run;
      if (this.#run === run) this.state = { kind: "value", value };
    } catch (error) {
      if (this.#run !== run) return;
      const isStopped = (error as { code?: unknown }).code !== undefined;
      this.state = { kind: isStopped ? "stopped" : "failed", error: error as Error };
    }
  }
}
