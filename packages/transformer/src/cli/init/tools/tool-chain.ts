/** A tool that builds, loads or tests code: how a project that uses it is known, and how Preempt is added. */
import type { Prepared } from "../prepared.ts";
import type { Project } from "../project.ts";

/** How the command shows that a job is preempted: by Vite's own pipeline, or by Node's hooks, which have the same transform. */
export type Proof = "vite" | "node";

export interface ToolChain {
  readonly id: string;
  /** As people write it: "Next.js". */
  readonly title: string;
  /** The package whose version is shown; undefined: none. */
  readonly package?: string;
  readonly isUsed: (project: Project) => boolean;
  readonly prepare: (project: Project) => Prepared;
  readonly proof: Proof;
  /** The folder for the example, if it is not `src` or the project's own. */
  readonly exampleFolder?: (project: Project) => string;
  /** Where a person imports the example. Default: "where your program starts". */
  readonly place?: string;
  /** Whether it parses a file by the type that package.json names. */
  readonly isStrictAboutModules?: boolean;
}
