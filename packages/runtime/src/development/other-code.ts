/** Jobs were ready, and code outside of jobs kept the thread for long: handlers, timers, other scripts of the page. */
import { longestScript, noteScripts } from "../hosts/long-frames.ts";
import { soon } from "../hosts/soon.ts";
import { shortName } from "../hosts/sources.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { Instant } from "../kernel/time.ts";
import type { Observer } from "../observers/observer.ts";
import { ms } from "./overrun-text.ts";
import { explainSampled, hasReportedSince, noteReport, startSampling } from "./sampling.ts";
import { say } from "./say.ts";

/** How many times it is looked at in one process. The first is not reported: most programs do much while they start. */
let times = 4;

/** What the profiler knows it by. */
function codeOutsideOfJobs(): void {}

export function watchOtherCode(kernel: Kernel, limit: number, isReal: boolean): Observer {
  let left: Instant | undefined;
  if (isReal) noteScripts();
  return {
    roundEnded(now) {
      left = kernel.ready.size > 0 && !kernel.isPaused ? (now as Instant) : undefined;
    },
    roundStarted(now) {
      if (left === undefined || now - left <= limit || times === 0 || kernel.isPaused || isHidden()) return;
      if (hasReportedSince(left)) return;
      if (--times === 3) return;
      const from = left;
      const report = () =>
        say(`jobs were ready, but code outside of jobs kept the thread for ${ms(now - from)}. ${where()}`);
      const where = () => {
        const sampled = isReal ? explainSampled(codeOutsideOfJobs, from, now, kernel.now()) : undefined;
        if (sampled !== undefined) return sampled;
        const script = isReal ? longestScript(from, now) : undefined;
        const isNext = isReal && script === undefined && startSampling(codeOutsideOfJobs, kernel.now());
        return `${script === undefined ? "" : `${described(script)} `}Submit such work as a job, or do less of it at a time.${isNext ? " The next time it happens, the report says where." : ""}`;
      };
      if (isReal) {
        soon(() => {
          report();
          noteReport(kernel.now());
        });
      } else report();
    },
  };
}

function described({
  invoker,
  sourceURL = "",
  sourceFunctionName = "",
}: NonNullable<ReturnType<typeof longestScript>>) {
  const name = sourceFunctionName === "" ? "a function without a name" : `"${sourceFunctionName}"`;
  const by = invoker === undefined || invoker === "" ? "" : `, called by ${invoker}`;
  return `Most of it passed in ${name} (${shortName(sourceURL)}${by}).`;
}

/** Browsers give pages in the background few turns. */
function isHidden(): boolean {
  return (globalThis as { document?: { visibilityState?: string } }).document?.visibilityState === "hidden";
}
