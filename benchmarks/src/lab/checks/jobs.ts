/** Checks of a set's jobs without a task, and of what serves them. */
import { LabError, show } from "../errors.ts";
import type { ServerParameters } from "../parameters.ts";
import { checkTime, isObject } from "./values.ts";

/** @throws LabError that names the job */
export function checkJobs(jobs: unknown, where: string): void {
  if (!Array.isArray(jobs))
    throw new LabError(
      "jobs_not_a_list",
      `${where}: jobs is ${show(jobs)}. Give a list of [release, execution, deadline].`,
    );
  jobs.forEach((job: unknown, i) => {
    const here = `${where}, job ${i}`;
    if (!Array.isArray(job))
      throw new LabError("job_not_a_list", `${here} is ${show(job)}. Give [release, execution, deadline].`);
    const [release, execution, deadline, priority = 0] = job;
    checkTime(release, `${here}: its release`, 0);
    checkTime(execution, `${here}: its execution time`, 0);
    if (deadline !== null) checkTime(deadline, `${here}: its absolute deadline`, 0);
    if (!Number.isFinite(priority))
      throw new LabError(
        "priority_not_finite",
        `${here}: its priority is ${show(priority)}. Give a number; 0 is the most urgent.`,
      );
  });
}

const serverKinds: readonly unknown[] = ["cbs", "tbs", "deferrable", "polling"] satisfies ServerParameters["kind"][];

/** @throws LabError that names the field */
export function checkServer(server: unknown, where: string): void {
  if (!isObject(server) || !serverKinds.includes(server.kind)) {
    const words = `${where}: the server is ${show(server)}`;
    throw new LabError(
      "server_kind",
      `${words}. Give { "kind", "Q", "T" } with one of the kinds ${serverKinds.join(", ")}.`,
    );
  }
  checkTime(server.Q, `${where}: the server's budget Q`, 1);
  checkTime(server.T, `${where}: the server's period T`, 1);
  if ((server.Q as number) <= (server.T as number)) return;
  throw new LabError(
    "server_above_one",
    `${where}: the server's budget Q is ${server.Q}, above its period of ${server.T}. Give at most the period.`,
  );
}
