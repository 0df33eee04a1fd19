/** Where workloads are measured: a process of Node for each, or a page of a browser. */
import { runChild } from "../child.ts";
import type { Effort, SessionReport } from "./measure.ts";

export interface HostOrder {
  /** Addresses of the two modules. */
  readonly plain: string;
  readonly transformed: string;
  readonly effort: Effort;
}

export interface WorkloadHost {
  /** Name and version of a browser; undefined for Node. */
  readonly engine: string | undefined;
  /**
   * @param name What an error says
   * @throws Error if the results differ, or the workload fails
   */
  measure(name: string, order: HostOrder): Promise<SessionReport>;
  close(): Promise<void>;
}

const session = new URL("./session.ts", import.meta.url);

export const nodeHost: WorkloadHost = {
  engine: undefined,
  measure: (name, order) => runChild<SessionReport>(name, session, order),
  close: async () => {},
};
