/**
 * What the transform would make of the project's functions, also after a change that nobody has made yet. Advice is tried here first: what
 * would not make a function preemptable is not advised.
 */
import * as ts from "typescript";
import { functionKeys } from "../1-resolve/function-keys.ts";
import { SingleFiles } from "../integrations/single-files.ts";
import type { Planned } from "../pipeline/pipeline.ts";
import { slashed } from "../project/globs.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import { Reads } from "../project/reads.ts";
import { memo } from "../shared/memo.ts";

/**
 * - "preemptable": a job is suspended in it.
 * - "bounded": preemptable, and without a preemption point: what takes long in it is built-in.
 * - "refused": it cannot be rewritten exactly.
 */
export interface Standing {
  readonly state: "preemptable" | "bounded" | "refused";
  /** The name of the finding, as docs/diagnostics.md explains it. */
  readonly finding?: string;
}

/** What would be different. */
export interface Change {
  /** Texts of files. */
  readonly texts: ReadonlyMap<string, string>;
  readonly packages: readonly string[];
  /** Files in which all functions are looked at. */
  readonly include: readonly string[];
}

export const noChange: Change = { texts: new Map(), packages: [], include: [] };

export class ProjectView {
  readonly #options: PluginOptions;
  readonly #root: string;
  readonly #files = new Map<string, SingleFiles>();
  readonly #standings = new Map<string, ReadonlyMap<string, Standing>>();

  constructor(options: PluginOptions, root: string) {
    this.#options = { ...options, summary: false, onDiagnostic() {} };
    this.#root = root;
  }

  get packages(): readonly string[] {
    return this.#options.packages ?? [];
  }

  /** How each function of the file stands, by its key. Those that nothing selects are missing. */
  standings(file: string, change: Change = noChange): ReadonlyMap<string, Standing> {
    const id = idOf(change);
    return memo(this.#standings, `${id}\n${file}`, () => {
      const text = change.texts.get(slashed(file)) ?? ts.sys.readFile(file);
      const files = memo(this.#files, id, () => this.#filesWith(change));
      const wanted = text === undefined ? undefined : files.wanted(file, text);
      if (text === undefined || wanted === undefined) return new Map<string, Standing>();
      let planned: Planned | undefined;
      const onPlanned = (one: Planned) => {
        planned = one;
      };
      files.transform(text, wanted, { isCommonJs: false, onPlanned });
      return planned === undefined ? new Map<string, Standing>() : standingsIn(planned);
    });
  }

  #filesWith({ texts, packages, include }: Change): SingleFiles {
    const { packages: given = [], include: included = [] } = this.#options;
    const options = {
      ...this.#options,
      packages: [...new Set([...given, ...packages])],
      include: [...included, ...include],
    };
    const system: ts.System = {
      ...ts.sys,
      readFile: (path, encoding) => texts.get(slashed(path)) ?? ts.sys.readFile(path, encoding),
      fileExists: (path) => texts.has(slashed(path)) || ts.sys.fileExists(path),
      readDirectory: (folder, ...how) => {
        const found = ts.sys.readDirectory(folder, ...how).map(slashed);
        const isIn = (file: string) => file.startsWith(`${slashed(folder).replace(/\/$/, "")}/`);
        return [...new Set([...found, ...[...texts.keys()].filter(isIn)])];
      },
    };
    return new SingleFiles(options, this.#root, { system, reads: new Reads(false) });
  }
}

function idOf({ texts, packages, include }: Change): string {
  return JSON.stringify([[...texts], packages, include]);
}

function standingsIn({ sourceFile, result }: Planned): ReadonlyMap<string, Standing> {
  const { kept, refused } = result.checked;
  const standings = new Map<string, Standing>();
  for (const [node, key] of functionKeys(sourceFile)) {
    const refusal = refused.get(node)?.refusal;
    if (kept.has(node)) standings.set(key, { state: result.bounded.has(node) ? "bounded" : "preemptable" });
    else if (refusal !== undefined) standings.set(key, { state: "refused", finding: refusal.name });
  }
  return standings;
}
