/** The options of the scheduler, and their checks. */
import { detectHost } from "../hosts/detect.ts";
import type { Host } from "../hosts/host.ts";
import { checkOptions } from "../input/checks.ts";
import { callable, positive, refuse, show } from "../input/errors.ts";
import { namesOf } from "../input/known-names.ts";
import type { SchedulerOptions as CommonOptions } from "../input/options.ts";
import { edf } from "../policies/edf.ts";
import { fifo } from "../policies/fifo.ts";
import { fixedPriority } from "../policies/fixed-priority.ts";
import type { Policy } from "../policies/policy.ts";
import { roundRobin } from "../policies/round-robin.ts";
import type { AdmissionControl } from "./admissions.ts";

/** Options of a {@link Scheduler}. Every option has a default. Times are milliseconds. */
export interface SchedulerOptions extends CommonOptions {
  /** The test for `admit`: `admitBy(exactAdmission)`, both from "@preempt/runtime/analysis". Default: none. */
  admission?: AdmissionControl;
}

const policies = new Map(Object.entries({ edf, fp: fixedPriority, fifo, rr: roundRobin }));

const schedulerNames = namesOf<SchedulerOptions>({
  policy: 1,
  slice: 1,
  margin: 1,
  round: 1,
  budget: 1,
  preemption: 1,
  host: 1,
  observer: 1,
  onError: 1,
  admission: 1,
  overheads: 1,
  warnAfter: 1,
  strict: 1,
});

const nothing = () => {};

/** Checked, with defaults for what every scheduler needs. */
type Checked = SchedulerOptions & { readonly margin: boolean; readonly policy: Policy; readonly host: Host };

/** @throws PreemptError for an option out of range; the message names the remedy */
export function checkScheduler(given: SchedulerOptions): Checked {
  checkOptions(given, "the scheduler", schedulerNames);
  const options = given ?? {};
  const { preemption = "sliced", onError, admission, margin = admission === undefined } = options;
  if (preemption !== "sliced" && preemption !== "ideal") {
    refuse("preemption_unknown", "preemption", show(preemption), '"sliced" or "ideal"');
  }
  const host = options.host ?? detectHost();
  if (typeof host.now !== "function") {
    refuse("host_not_a_host", "the host", show(host), "nodeHost() or browserHost()");
  }
  callable(onError ?? nothing, "on_error", "onError");
  callable(admission ?? nothing, "admission", "admission");
  if (options.warnAfter !== undefined) positive(options.warnAfter, "warn_after", "warnAfter");
  if (typeof margin !== "boolean") refuse("margin_not_a_boolean", "margin", show(margin), "true or false");
  return { ...options, margin, policy: policyOf(options.policy ?? "edf"), host };
}

function policyOf(policy: SchedulerOptions["policy"]): Policy {
  if (typeof policy === "object" && typeof policy?.key === "function") return policy;
  const known = policies.get(policy as string);
  if (known !== undefined) return known;
  return refuse(
    "policy_unknown",
    "the policy",
    show(policy),
    '"edf", "fp", "fifo", "rr", or an object with a name and key(job)',
  );
}
