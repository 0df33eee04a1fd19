/** The options of the scheduler, and their checks. */
import { bool, plainObject, positiveNumber, tableOf, word } from "@preempt/checks";
import { detectHost } from "../hosts/detect.ts";
import type { Host } from "../hosts/host.ts";
import { checkOptions } from "../input/checks.ts";
import { callable, refuse, show } from "../input/errors.ts";
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

const schedulerTable = tableOf<SchedulerOptions>({
  policy: 1,
  slice: 1,
  margin: bool,
  round: 1,
  budget: 1,
  preemption: word("sliced", "ideal"),
  host: 1,
  observer: 1,
  onError: 1,
  admission: 1,
  overheads: plainObject,
  warnAfter: positiveNumber,
  strict: bool,
});

const nothing = () => {};

/** Checked, with defaults for what every scheduler needs. */
type Checked = SchedulerOptions & { readonly margin: boolean; readonly policy: Policy; readonly host: Host };

/** @throws PreemptError for an option out of range; the message names the remedy */
export function checkScheduler(given: SchedulerOptions): Checked {
  checkOptions(given, "the scheduler", schedulerTable);
  const options = given ?? {};
  const { onError, admission, margin = admission === undefined } = options;
  const host = options.host ?? detectHost();
  if (typeof host.now !== "function") {
    refuse("host_not_a_host", "the host", show(host), "nodeHost() or browserHost()");
  }
  callable(onError ?? nothing, "on_error", "onError");
  callable(admission ?? nothing, "admission", "admission");
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
