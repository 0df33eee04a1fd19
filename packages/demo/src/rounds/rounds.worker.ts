/** A scheduler in a worker, dedicated or shared: answers how its timers fared beside a job that takes all of the time. */
import { Scheduler } from "@preempt/runtime";
import type { WorkerReport } from "./report.ts";

interface Port {
  onmessage: ((event: { data: number }) => void) | null;
  postMessage(report: WorkerReport): void;
}
interface Scope extends Port {
  onconnect?: ((event: { ports: Port[] }) => void) | null;
}

const scope = globalThis as unknown as Scope;

function serve(port: Port): void {
  port.onmessage = async ({ data: ms }) => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const job = new Scheduler().submit(function* () {
      const end = performance.now() + ms;
      for (let n = 0; performance.now() < end; n++) if (n % 50 === 0) yield;
    });
    await job;
    clearInterval(timer);
    port.postMessage({ ticks, preemptions: job.preemptions, busy: job.executionTime / ms });
  };
}

if ("onconnect" in scope) scope.onconnect = ({ ports: [port] }) => serve(port as Port);
else serve(scope);
